import type { Product } from '@truestrike/protocol/market-endpoints.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MarketTableRow } from './MarketTableRow.tsx'
import { ariaSort, SortButton, type SortProps } from './SortButton.tsx'

const COLUMNS = ['name', 'price', 'change', 'high', 'low', 'volume'] as const

export function MarketTable({ products, ...order }: SortProps & { products: readonly Product[] }) {
  return (
    <MarketTableFrame {...order}>
      {products.map((product) => (
        <MarketTableRow key={product.symbol} product={product} />
      ))}
    </MarketTableFrame>
  )
}

interface FrameProps extends SortProps {
  busy?: boolean
  children: ReactNode
}

/** Head and columns, the same while loading. */
export function MarketTableFrame({ sort, onSort, busy = false, children }: FrameProps) {
  const { t } = useTranslation('markets')
  return (
    <div className="panel mk-panel" aria-busy={busy}>
      <table className="table mk-table">
        <caption className="sr-only">{t('title')}</caption>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th
                key={column}
                scope="col"
                className={column === 'name' ? 'mk-name' : 'r'}
                aria-sort={ariaSort(sort, column)}
              >
                <SortButton column={column} label={t(`columns.${column}`)} sort={sort} onSort={onSort} />
              </th>
            ))}
            <th scope="col" className="r mk-spark">
              {t('columns.spark')}
            </th>
            <td className="mk-go" />
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
