import { useQueryClient } from '@tanstack/react-query'
import {
  type NotificationChoice,
  type NotificationSettings,
  setNotificationSettings,
} from '@truestrike/protocol/notice-endpoints.ts'
import {
  ArrowUpDown,
  BellRing,
  CalendarClock,
  type LucideIcon,
  Mail,
  Megaphone,
  Newspaper,
  WalletMinimal,
} from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api-client.ts'
import { isolated } from '../../lib/isolated-text.ts'
import { formatMinute } from '../../lib/time-format.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SwitchRow } from './SwitchRow.tsx'
import { useNotifications, useNotificationsKey } from './use-notifications.ts'

const ICONS: Record<keyof NotificationSettings, LucideIcon> = {
  trade: ArrowUpDown,
  system: WalletMinimal,
  priceAlerts: BellRing,
  email: Mail,
  digest: CalendarClock,
  newsletter: Newspaper,
  marketing: Megaphone,
}
const SWITCHES = Object.keys(ICONS) as (keyof NotificationSettings)[]

/** 08:00 UTC as the reader's clock shows it; the server sends the daily mail then. */
const digestTime = () => isolated(formatMinute(Date.UTC(2026, 0, 1, 8)))

/** What the user wants to be told, kept with his account. */
export function NotificationList() {
  const { t } = useTranslation('security')
  const client = useQueryClient()
  const queryKey = useNotificationsKey()
  const { data, isError, refetch } = useNotifications()
  // One after another: of two quick changes the later one is kept.
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const changes = useRef(0)
  // What another tab has changed meanwhile stays: only what is changed here is sent, and the answer is shown.
  const change = (body: NotificationChoice) => {
    client.setQueryData<NotificationSettings>(queryKey, (known) => known && { ...known, ...body })
    changes.current += 1
    const own = changes.current
    saving.current = saving.current
      .then(() => call(setNotificationSettings, { body }))
      .then((kept) => {
        if (own === changes.current) client.setQueryData(queryKey, kept)
      })
      .catch(() => client.invalidateQueries({ queryKey }))
  }
  return (
    <section className="ac-group" aria-busy={data === undefined && !isError}>
      <h2 className="lab">{t('notify.title')}</h2>
      {isError && data === undefined ? (
        <ErrorState title={t('failed')} onRetry={() => void refetch()} />
      ) : (
        <div className="panel list">
          {SWITCHES.map((key) => (
            <SwitchRow
              key={key}
              icon={ICONS[key]}
              label={t(`notify.${key}`)}
              hint={t(`notify.hint.${key}`, { time: digestTime() })}
              checked={data?.[key]}
              onChange={(checked) => change({ [key]: checked })}
            />
          ))}
        </div>
      )}
      <p className="lab">{t('notify.always')}</p>
    </section>
  )
}
