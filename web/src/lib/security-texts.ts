import { loadTextsBy } from './i18n.ts'

const TEXTS = import.meta.glob<object>('../locales/*/security.json', { import: 'default' })

/** What protects an account, its limits, and the second step of signing in. As `loadTexts`. */
export function loadSecurityTexts(): Promise<void> {
  return loadTextsBy('security', TEXTS)
}
