import { loadTextsBy } from '../../lib/i18n.ts'

const FILES = import.meta.glob<object>('../../locales/*/admin.json', { import: 'default' })

/** The back office's texts are no part of the first page. */
export const loadAdminTexts = (): Promise<void> => loadTextsBy('admin', FILES)
