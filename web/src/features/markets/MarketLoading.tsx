import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { MarketListHead } from './MarketList.tsx'
import { MarketTableFrame } from './MarketTable.tsx'
import type { SortProps } from './SortButton.tsx'

const ROWS = Array.from({ length: 12 }, (_, index) => index)

export function MarketTableLoading(order: SortProps) {
  return (
    <MarketTableFrame {...order} busy>
      {ROWS.map((row) => (
        <tr key={row}>
          <td className="mk-name">
            <span className="row mk-row-wait">
              <Skeleton width={32} height={32} round />
              <Skeleton width={140} height={12} />
            </span>
          </td>
          {[72, 64, 72, 72, 56].map((width, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change places.
            <td key={column} className="r">
              <span className="mk-wait">
                <Skeleton width={width} height={12} />
              </span>
            </td>
          ))}
          <td className="mk-spark">
            <span className="mk-wait">
              <Skeleton width="100%" height={20} />
            </span>
          </td>
          <td className="mk-go" />
        </tr>
      ))}
    </MarketTableFrame>
  )
}

export function MarketListLoading(order: SortProps) {
  const { t } = useTranslation('markets')
  return (
    <>
      <MarketListHead {...order} />
      <ul className="mk-list" aria-busy="true" aria-label={t('loading')}>
        {ROWS.map((row) => (
          <li key={row} className="mk-row">
            <Skeleton width={32} height={32} round />
            <span className="col mk-row-wait">
              <Skeleton width={96} height={14} />
              <Skeleton width={64} height={12} />
            </span>
            <span />
            <span className="col end mk-row-wait">
              <Skeleton width={88} height={14} />
              <Skeleton width={56} height={12} />
            </span>
            <span className="mk-third">
              <Skeleton width="100%" height={8} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
