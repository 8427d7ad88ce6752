import { loadTextsBy } from './i18n.ts'
import { loadUploadTexts } from './upload-texts.ts'

const TEXTS = import.meta.glob<object>('../locales/*/profile.json', { import: 'default' })

/** The profile and the check of an identity. As `loadTexts`. */
export async function loadProfileTexts(): Promise<void> {
  await Promise.all([loadTextsBy('profile', TEXTS), loadUploadTexts()])
}
