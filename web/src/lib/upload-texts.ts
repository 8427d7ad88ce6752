import { loadTextsBy } from './i18n.ts'

const TEXTS = import.meta.glob<object>('../locales/*/upload.json', { import: 'default' })

/** Choosing files and sending them. As `loadTexts`. */
export function loadUploadTexts(): Promise<void> {
  return loadTextsBy('upload', TEXTS)
}
