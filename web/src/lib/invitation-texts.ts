import { loadTextsBy } from './i18n.ts'

const TEXTS = import.meta.glob<object>('../locales/*/invitations.json', { import: 'default' })

/** Invitations and who came. As `loadTexts`. */
export function loadInvitationTexts(): Promise<void> {
  return loadTextsBy('invitations', TEXTS)
}
