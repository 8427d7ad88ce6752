import type { NotificationSettings } from '@truestrike/protocol/notice-endpoints.ts'
import { Bell } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LinkRow } from './LinkRow.tsx'
import { sectionPath } from './sections.ts'
import { useNotifications } from './use-notifications.ts'

/** The way to what the user wants to be told, with what is switched on. */
export function NotificationsRow() {
  const { t, i18n } = useTranslation('security')
  const { data } = useNotifications()
  const keys = Object.keys(data ?? {}) as (keyof NotificationSettings)[]
  const on = keys.flatMap((key) => (data?.[key] === true ? [t(`notify.${key}`)] : []))
  const list = new Intl.ListFormat(i18n.language, { type: 'unit', style: 'short' })
  return (
    <LinkRow to={sectionPath('settings')} icon={Bell} label={t('notify.title')}>
      <span className="ac-on">{list.format(on)}</span>
    </LinkRow>
  )
}
