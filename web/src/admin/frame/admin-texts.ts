import { loadTextsBy } from '../../lib/i18n.ts'

const FILES = import.meta.glob<object>(
  ['../../locales/*/{admin,admin-*}.json', '../../locales/*/{proof,security}.json'],
  { import: 'default' },
)

/** Texts of one part of the back office: `admin-roles` and the like; or those of receipts and the log, or of what protects an account. */
export type AdminPart = `admin-${string}` | 'proof' | 'security'

/** The back office's texts are no part of the first page, nor those of one of its parts of another. */
export async function loadAdminTexts(parts: readonly AdminPart[]): Promise<void> {
  await Promise.all(['admin', ...parts].map((namespace) => loadTextsBy(namespace, FILES)))
}
