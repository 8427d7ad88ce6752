import { Download, ListTree } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { useProducts } from '../../lib/products-query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { mountPage } from '../frame/mount-page.tsx'
import { ColumnMenu } from '../table/ColumnMenu.tsx'
import { useColumns } from '../table/use-columns.ts'
import { LogInterval } from './LogInterval.tsx'
import { LogTable } from './LogTable.tsx'
import { LogFiles, LogTools } from './LogTools.tsx'
import { useLogColumns } from './log-columns.tsx'
import { useLogAddress } from './use-log-address.ts'
import { blocksOf, useLogPage } from './use-log-page.ts'

const STALE_MS = 5_000

/** A product's public log as anybody can read it, recomputed here. */
function TickLog() {
  const { t } = useTranslation(['admin-market', 'admin'])
  const address = useLogAddress()
  const { data: list } = useProducts()
  const symbol = address.symbol ?? list?.products[0]?.symbol
  const { data, error, isError, isFetching, refetch } = useLogPage(
    symbol,
    address.place,
    blocksOf(address.kinds),
  )
  const staleMs = list?.products.find((product) => product.symbol === symbol)?.staleMs ?? STALE_MS
  const { shown: columns, choices } = useColumns('tick-log', useLogColumns(staleMs))
  const isEmpty = data !== undefined && data.blocks.length === 0 && data.open.length === 0
  return (
    <div className="adm-orders">
      <section className="adm-list">
        <div className="adm-head">
          <h1>{t('admin:page.tick-log')}</h1>
          <span className="flex-1" />
          <ColumnMenu {...choices} />
          {data === undefined ? null : <LogFiles page={data} />}
          {symbol === undefined ? null : <LogInterval symbol={symbol} />}
        </div>
        <p className="text-soft adm-lead">{t('log.lead')}</p>
        <LogTools symbol={symbol} address={address} page={data} />
        {data?.archive == null ? null : (
          <Banner
            tone="info"
            action={
              <a className="btn btn-s" href={data.archive.path} download>
                <Icon of={Download} size={16} />
                {data.archive.day}
              </a>
            }
          >
            {t('log.archived')}
          </Banner>
        )}
        <div className="panel adm-table-box" aria-busy={isFetching}>
          {isError && data === undefined ? (
            <ErrorState
              title={error instanceof ApiError ? error.message : t('log.failed')}
              pending={isFetching}
              onRetry={() => void refetch()}
            />
          ) : data === undefined ? (
            <Skeleton width="100%" height={480} />
          ) : isEmpty ? (
            <EmptyState icon={ListTree} title={t('log.none')} />
          ) : (
            <LogTable page={data} kinds={address.kinds} seq={address.seq} columns={columns} />
          )}
        </div>
      </section>
    </div>
  )
}

await mountPage('tick-log', TickLog, 'admin-market', 'proof')
