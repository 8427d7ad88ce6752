import { loadTextsBy } from './i18n.ts'

const TEXTS = import.meta.glob<object>('../locales/*/profile.json', { import: 'default' })

/** The profile and the check of an identity. As `loadTexts`. */
export function loadProfileTexts(): Promise<void> {
  return loadTextsBy('profile', TEXTS)
}
