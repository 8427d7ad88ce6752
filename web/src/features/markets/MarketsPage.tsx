import './markets.css'
import { useTranslation } from 'react-i18next'
import { useConnections } from '../../lib/connection-store.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useProducts } from '../../lib/products-query.ts'
import { MOBILE, useMedia } from '../../lib/use-media.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useFavourites } from './favourites.store.ts'
import { MarketList } from './MarketList.tsx'
import { MarketListLoading, MarketTableLoading } from './MarketLoading.tsx'
import { MarketsEmpty } from './MarketsEmpty.tsx'
import { MarketTable } from './MarketTable.tsx'
import { MarketTools } from './MarketTools.tsx'
import { type MarketView, nextSort, type SortKey, selectProducts } from './market-order.ts'
import { SourceBadge } from './SourceBadge.tsx'
import { useMarketView } from './use-market-view.ts'
import { useSortedProducts } from './use-sorted-products.ts'

export function MarketsPage() {
  const { t } = useTranslation('markets')
  usePageTitle(t('title'))
  const [view, change] = useMarketView()
  const { category, search, starredOnly } = view
  const mobile = useMedia(MOBILE)
  const { data } = useProducts()
  const lost = useConnections(({ general }) => general.phase === 'retrying' || general.phase === 'stopped')
  const shown = data?.products.find((product) => product.category === category)
  const badge = data ? <SourceBadge source={data.source} product={shown} /> : null
  return (
    <div className="page mk" data-lost={lost}>
      <div className="mk-head">
        <h1>{t('title')}</h1>
        {mobile ? null : badge}
      </div>
      <Tabs
        value={category}
        onChange={(next) => change({ category: next })}
        label={t('title')}
        tabs={[
          { value: 'crypto', label: t('tabs.crypto') },
          { value: 'forex', label: t('tabs.forex') },
        ]}
        aside={
          <>
            {mobile ? badge : null}
            <MarketTools
              search={search}
              onSearch={(next) => change({ search: next })}
              starredOnly={starredOnly}
              onStarredOnly={(next) => change({ starredOnly: next })}
            />
          </>
        }
      >
        <Products view={view} change={change} />
      </Tabs>
      <p className="mk-foot cap">{t('risk')}</p>
    </div>
  )
}

interface ProductsProps {
  view: MarketView
  change: (part: Partial<MarketView>) => void
}

function Products({ view: { category, search, starredOnly, sort }, change }: ProductsProps) {
  const { t } = useTranslation('markets')
  const mobile = useMedia(MOBILE)
  const { data, isError, isFetching, refetch } = useProducts()
  const starred = useFavourites((favourites) => favourites.symbols)
  const chosen = selectProducts(data?.products ?? [], {
    category,
    search,
    only: starredOnly ? starred : null,
  })
  const products = useSortedProducts(chosen, sort)

  if (data === undefined && isError) {
    return (
      <ErrorState
        title={t('errors:LOAD_STOCKS')}
        text={t('error')}
        onRetry={() => void refetch()}
        pending={isFetching}
      />
    )
  }
  if (data !== undefined && products.length === 0) {
    const onShowAll = (): void => change({ search: '', starredOnly: false })
    return <MarketsEmpty search={search} starredOnly={starredOnly} onShowAll={onShowAll} />
  }
  const order = { sort, onSort: (key: SortKey) => change({ sort: nextSort(sort, key) }) }
  if (mobile)
    return data === undefined ? (
      <MarketListLoading {...order} />
    ) : (
      <MarketList products={products} {...order} />
    )
  return data === undefined ? (
    <MarketTableLoading {...order} />
  ) : (
    <MarketTable products={products} {...order} />
  )
}
