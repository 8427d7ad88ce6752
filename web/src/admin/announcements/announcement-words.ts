import { LOCALES, localeNames } from '../../lib/locale.ts'
import type { Language } from './announcement-draft.ts'

export const ANNOUNCEMENT_TEXTS = 'admin-announcements'

/** As speakers of each call it. */
export const LANGUAGES: readonly { value: Language; name: string }[] = localeNames.map((value) => ({
  value,
  name: LOCALES[value].name,
}))

/** As it is called in lists: A and its number. */
export const announcementNumber = (id: string): string => `A${id}`
