import './alerts.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listAlerts, type PriceAlert, removeAlert } from '@truestrike/protocol/alert-endpoints.ts'
import { getNotificationSettings } from '@truestrike/protocol/notice-endpoints.ts'
import { BellOff, BellRing, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../lib/api-client.ts'
import { watchDoublePress } from '../../lib/double-press.ts'
import { isolatedLtr } from '../../lib/isolated-text.ts'
import { useTickerField } from '../../lib/live-prices.ts'
import { onNotices } from '../../lib/notice-events.ts'
import { formatChange, formatPrice } from '../../lib/price-format.ts'
import { usePairText } from '../../lib/products-query.ts'
import { useSession } from '../../lib/session-store.ts'
import { Banner } from '../../ui/Banner.tsx'
import { DirectionBox } from '../../ui/DirectionTag.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Num } from '../../ui/Num.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AlertForm } from './AlertForm.tsx'
import { AllowBrowser } from './AllowBrowser.tsx'

/** The second of two quick presses meets the alert that has moved to its place, or the same one that is leaving already. */
const isRepeatedPress = watchDoublePress()

/** Prices the user is told of: set, seen, removed. */
export function AlertDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('notices')
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t('alert.title')}
      className="al"
    >
      <Alerts />
    </Sheet>
  )
}

function Alerts() {
  const { t } = useTranslation(['notices', 'errors'])
  const client = useQueryClient()
  const uid = useSession((session) => session.user?.uid)
  const queryKey = ['alerts', uid ?? '']
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listAlerts, {}, { toast: false, signal }),
    staleTime: 0,
  })
  useEffect(
    () =>
      onNotices((items) => {
        if (items.some(({ kind }) => kind === 'price-alert')) void refetch()
      }),
    [refetch],
  )
  /** A list that is still on its way may have been read before the newest alert was set. */
  const readAgain = async (): Promise<void> => {
    await client.cancelQueries({ queryKey })
    await refetch()
  }
  const [leaving, setLeaving] = useState<readonly string[]>([])
  const alerts = data?.alerts.filter(({ id }) => !leaving.includes(id)) ?? []
  const remove = async (id: string): Promise<void> => {
    setLeaving((ids) => [...ids, id])
    try {
      await call(removeAlert, { params: { id } })
      // A list that was asked for before would bring it back.
      await client.cancelQueries({ queryKey })
      client.setQueryData<typeof data>(
        queryKey,
        (known) => known && { ...known, alerts: known.alerts.filter((alert) => alert.id !== id) },
      )
    } catch {
      // Said as a toast: it waits as before, whether or not the list can be had now.
      void refetch()
    }
    setLeaving((ids) => ids.filter((each) => each !== id))
  }
  return (
    <>
      <SwitchedOff />
      <AllowBrowser />
      <AlertForm onSet={() => void readAgain()} />
      <section aria-busy={data === undefined && !isError} className="al-list">
        {data === undefined ? (
          isError ? (
            <ErrorState title={t('errors:LOAD_DATA')} pending={isFetching} onRetry={() => void refetch()} />
          ) : (
            <Skeleton width="100%" height={96} />
          )
        ) : alerts.length === 0 ? (
          <EmptyState icon={BellRing} title={t('alert.none')} text={t('alert.noneText')} />
        ) : (
          <>
            <h3 className="lab">{t('alert.waiting', { known: alerts.length, max: data.max })}</h3>
            <ul>
              {alerts.map((alert) => (
                <AlertItem key={alert.id} alert={alert} onRemove={() => void remove(alert.id)} />
              ))}
            </ul>
          </>
        )}
      </section>
    </>
  )
}

function AlertItem({ alert, onRemove }: { alert: PriceAlert; onRemove: () => void }) {
  const { t } = useTranslation('notices')
  const pair = usePairText(alert.symbol)
  const now = useTickerField(alert.symbol, 'price')
  const price = isolatedLtr(formatPrice(alert.price))
  const words = t(alert.direction === 'up' ? 'alert.rises' : 'alert.falls', { price })
  return (
    <li className="al-item">
      <DirectionBox direction={alert.direction} size={36} />
      <span className="col flex-1 min-w-0">
        <b>
          <bdi dir="ltr">{pair}</bdi>
        </b>
        <span className="lab">{words}</span>
      </span>
      <span className="t3">
        <Num>{formatChange(now, alert.price)}</Num>
      </span>
      <IconButton
        icon={Trash2}
        size="s"
        label={`${t('alert.remove')}: ${isolatedLtr(pair)}, ${words}`}
        onClick={({ timeStamp }) => {
          if (!isRepeatedPress(timeStamp)) onRemove()
        }}
      />
    </li>
  )
}

/** What is switched off is not told: whoever sets an alert should know. */
function SwitchedOff() {
  const { t } = useTranslation('notices')
  const uid = useSession((session) => session.user?.uid)
  const { data } = useQuery({
    queryKey: ['alerts', uid ?? '', 'settings'],
    queryFn: ({ signal }) => call(getNotificationSettings, {}, { toast: false, signal }),
    staleTime: 0,
  })
  if (data?.priceAlerts !== false) return null
  return (
    <Banner
      icon={BellOff}
      className="al-off"
      action={
        <Link className="btn btn-s hit" to="/account?section=settings">
          {t('alert.settings')}
        </Link>
      }
    >
      {t('alert.off')}
    </Banner>
  )
}
