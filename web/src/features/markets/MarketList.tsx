import type { Product } from '@truestrike/protocol/market-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { MarketListRow } from './MarketListRow.tsx'
import { SortButton, type SortProps } from './SortButton.tsx'

export function MarketList({ products, ...order }: SortProps & { products: readonly Product[] }) {
  return (
    <>
      <MarketListHead {...order} />
      <ul className="mk-list">
        {products.map((product) => (
          <MarketListRow key={product.symbol} product={product} />
        ))}
      </ul>
    </>
  )
}

export function MarketListHead(order: SortProps) {
  const { t } = useTranslation('markets')
  return (
    <div className="mk-cols">
      <span className="mk-cols-side">
        <SortButton column="name" label={t('columns.name')} {...order} />
        <SortButton column="volume" label={t('columns.volumeShort')} {...order} />
      </span>
      <span className="mk-cols-side">
        <SortButton column="price" label={t('columns.price')} {...order} />
        <SortButton column="change" label={t('columns.change')} {...order} />
      </span>
    </div>
  )
}
