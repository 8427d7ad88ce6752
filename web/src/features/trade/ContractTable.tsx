import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Contract, listContracts } from '@truestrike/protocol/trade-endpoints.ts'
import { ReceiptText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { call } from '../../lib/api-client.ts'
import { useBook } from '../../lib/book-store.ts'
import {
  applyListed,
  byNewest,
  isPending,
  onContractSettled,
  useContracts,
} from '../../lib/contracts-store.ts'
import { nextExpiryMs } from '../../lib/live-result.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { useSession } from '../../lib/session-store.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { loginPathFor } from '../../lib/wanted-page.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useTightTable } from '../../ui/use-tight-table.ts'
import { ContractTableRow } from './ContractTableRow.tsx'

type View = 'all' | 'open' | 'recent'

const RECENT = 20
const SPARED = ['opened', 'payout', 'price', 'word', 'now', 'entry']
const REFRESH_MS = 250

function useRecent(): { contracts: Contract[]; failed: boolean; retry: () => void } {
  const book = useBook((choice) => choice.book)
  const uid = useSession((session) => session.user?.uid)
  const queries = useQueryClient()
  const { data, isError, refetch } = useQuery({
    queryKey: ['contracts', 'recent', uid, book],
    queryFn: ({ signal }) =>
      call(listContracts, { query: { book, state: 'settled', limit: RECENT } }, { toast: false, signal }),
    enabled: uid !== undefined,
  })
  useEffect(
    () => onContractSettled(() => void queries.invalidateQueries({ queryKey: ['contracts'] })),
    [queries],
  )
  useEffect(() => applyListed(data?.contracts ?? []), [data])
  const byId = useContracts((contracts) => contracts.byId)
  const merged = new Map((data?.contracts ?? []).map((contract) => [contract.id, contract]))
  for (const contract of byId.values()) {
    if (contract.book === book && !isPending(contract)) merged.set(contract.id, contract)
  }
  const contracts = [...merged.values()].sort(byNewest).slice(0, RECENT)
  return { contracts, failed: isError && data === undefined, retry: () => void refetch() }
}

/** From 769 px: open and recent contracts below the chart. */
export function ContractTable({ open: pending }: { open: readonly Contract[] }) {
  const { t, i18n } = useTranslation(['trade', 'contracts', 'errors', 'app'])
  const { pathname } = useLocation()
  const frame = useRef<HTMLElement>(null)
  const [view, setView] = useState<View>('all')
  const token = useSession((session) => session.token)
  const recent = useRecent()
  // Of a contract that one side still calls pending and the other settled, the end is what holds.
  const over = new Set(recent.contracts.map((contract) => contract.id))
  const open = pending.filter((contract) => !over.has(contract.id))
  const nowMs = useServerNow(REFRESH_MS, open.length > 0, nextExpiryMs(open, serverClock.nowMs()))
  const shown = view === 'open' ? open : view === 'recent' ? recent.contracts : [...open, ...recent.contracts]
  useTightTable(frame, SPARED, `${i18n.language} ${shown.map((contract) => contract.id).join()}`)
  return (
    <section className="td-table" aria-label={t('table.region')}>
      <Tabs
        value={view}
        label={t('table.region')}
        onChange={setView}
        tabs={[
          { value: 'all', label: t('table.all') },
          { value: 'open', label: t('table.open'), count: open.length > 0 ? open.length : undefined },
          { value: 'recent', label: t('table.recent') },
        ]}
        aside={
          token === null ? null : (
            <Link className="btn btn-s btn-link" to="/contract-record">
              {t('table.allContracts')}
            </Link>
          )
        }
      >
        {token === null ? (
          <EmptyState
            icon={ReceiptText}
            title={t('table.guest')}
            action={
              <Link className="btn btn-primary" to={loginPathFor(pathname)}>
                {t('app:signIn')}
              </Link>
            }
          />
        ) : recent.failed && shown.length === 0 ? (
          <ErrorState title={t('errors:LOAD_RECORDS')} onRetry={recent.retry} />
        ) : shown.length === 0 ? (
          <EmptyState icon={ReceiptText} title={t('table.empty')} text={t('table.emptyText')} />
        ) : (
          <section
            className="td-scroll"
            ref={frame}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls sideways, keyboards need to reach it.
            tabIndex={0}
            aria-label={`${t('table.region')}: ${t(`table.${view}`)}`}
          >
            <table className="table table-dense">
              <thead>
                <tr>
                  <th>{t('table.contract')}</th>
                  <th className="r">{t('order.amount')}</th>
                  <th className="r td-hide-2 td-payout">{t('table.payout')}</th>
                  <th className="r td-entry">{t('live.entry')}</th>
                  <th className="r td-hide-1 td-price-now">{t('table.nowExit')}</th>
                  <th className="td-hide-2 td-opened">{t('contracts:accepted')}</th>
                  <th>{t('live.ends')}</th>
                  <th className="r">{t('table.profit')}</th>
                  <th className="td-hide-2">
                    <span className="sr-only">{t('live.details')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {shown.map((contract) => (
                  <ContractTableRow key={contract.id} contract={contract} nowMs={nowMs} />
                ))}
              </tbody>
            </table>
          </section>
        )}
      </Tabs>
    </section>
  )
}
