import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { previewSecondAdmin, proposeSecondAdmin } from '@truestrike/protocol/config-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatMoneyExact, microsOf } from '../../lib/money-format.ts'
import { adminCall } from '../frame/admin-session.store.ts'
import type { SectionProps } from '../settings/section-props.ts'
import { RaiseLimit } from './RaiseLimit.tsx'

/** A higher amount above which withdrawals take two administrators: what it would do, then proposed to another one. */
export function RaiseSecondAdmin({ config }: Pick<SectionProps, 'config'>) {
  const from = config.funds.secondAdminAbove
  return (
    <RaiseLimit
      of="funds"
      {...{ config, from }}
      propose={(body) => adminCall(proposeSecondAdmin, { body })}
      effect={(to) => <Effect {...{ from, to }} />}
    />
  )
}

/** What it would mean, with what waits between the two amounts now. */
function Effect({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation('admin-settings')
  const [least, asked] = [microsOf(from), microsOf(to)]
  const isHigher = least !== null && asked !== null && asked > least
  const { data } = useQuery({
    queryKey: ['admin-second-admin', from, to],
    queryFn: () => adminCall(previewSecondAdmin, { query: { to } }),
    enabled: isHigher,
    placeholderData: keepPreviousData,
  })
  if (!isHigher || data === undefined) return null
  return (
    <p role="status">
      {t('funds.raise.effect', { from: formatMoneyExact(data.from), to: formatMoneyExact(data.to) })}{' '}
      {t('funds.raise.waiting', { number: data.waiting })}
    </p>
  )
}
