import { useQueryClient } from '@tanstack/react-query'
import {
  addProduct,
  type ConfiguredProduct,
  listConfiguredProducts,
} from '@truestrike/protocol/product-endpoints.ts'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { pairText } from '../../lib/pair-name.ts'
import { formatPrice } from '../../lib/price-format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Num } from '../../ui/Num.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { mountPage } from '../frame/mount-page.tsx'
import { moveOn } from '../frame/unsaved.ts'
import { useMay } from '../frame/use-may.ts'
import { OwnActs, useActs } from '../orders/use-acts.ts'
import { openOrder } from '../orders/use-orders.ts'
import { useRowAddress, useRows } from '../settings/use-rows.ts'
import type { Column } from '../table/DataTable.tsx'
import { ListBox } from '../table/ListBox.tsx'
import { ListTools } from '../table/ListTools.tsx'
import { useColumns } from '../table/use-columns.ts'
import { ProductDrawer } from './ProductDrawer.tsx'

const LIST = 'admin-products'
const NEW = 'new'
type Row = ConfiguredProduct & { id: string }

function ProductsPage() {
  const { t } = useTranslation(['admin-settings', 'admin'])
  const queries = useQueryClient()
  const address = useRowAddress(['category', 'state', 'search'], 'product')
  const { category, state, search } = address.typed
  const isCategory = category === 'crypto' || category === 'forex'
  const isState = state === 'enabled' || state === 'disabled'
  const query = {
    ...(isCategory ? { category: category as 'crypto' | 'forex' } : {}),
    ...(isState ? { state: state as 'enabled' | 'disabled' } : {}),
    ...(search === '' ? {} : { search }),
  }
  const { data, list } = useRows(
    [LIST, query],
    () => adminCall(listConfiguredProducts, { query }),
    ({ products }): Row[] => products.map((product) => ({ ...product, id: product.symbol })),
  )
  const onActed = () => queries.invalidateQueries({ queryKey: [LIST] })
  const acts = useActs(onActed)
  const mayAct = useMay(addProduct)
  const { shown: columns, choices } = useColumns('products', useProductColumns())
  const open = openOrder(list.rows ?? [], address)
  const isNew = address.openId === NEW && mayAct
  const title = t('admin:page.products')
  return (
    <div className="adm-orders" data-open={open === null && !isNew ? undefined : ''}>
      <section className="adm-list">
        <div className="adm-head">
          <h1>{title}</h1>
          <span className="flex-1" />
          {mayAct ? (
            <Button size="s" icon={Plus} onClick={() => address.show(NEW)}>
              {t('products.add')}
            </Button>
          ) : null}
        </div>
        <search className="adm-filters">
          <TextInput
            className="adm-search"
            aria-label={t('products.search')}
            placeholder={t('products.search')}
            maxLength={40}
            defaultValue={search}
            onChange={({ target }) => address.change({ search: target.value.trim(), product: null })}
          />
          <Select
            aria-label={t('products.category')}
            value={category}
            onChange={({ target }) => address.change({ category: target.value, product: null })}
          >
            <option value="">{t('products.anyCategory')}</option>
            <option value="crypto">{t('products.categories.crypto')}</option>
            <option value="forex">{t('products.categories.forex')}</option>
          </Select>
          <Select
            aria-label={t('products.state')}
            value={state}
            onChange={({ target }) => address.change({ state: target.value, product: null })}
          >
            <option value="">{t('products.anyState')}</option>
            <option value="enabled">{t('products.enabled')}</option>
            <option value="disabled">{t('products.states.disabled')}</option>
          </Select>
          <ListTools name="products" {...{ columns, choices }} read={async () => list.rows ?? []} />
        </search>
        <ListBox
          label={title}
          {...{ list, columns }}
          currentId={address.openId}
          onOpen={({ id }) => address.show(id)}
          failed={t('failed')}
          none={t('noneFound')}
        />
      </section>
      {isNew ? (
        <OwnActs key={NEW} onActed={onActed}>
          {(own) => (
            <ProductDrawer
              product={null}
              source={data?.source ?? 'simulated'}
              acts={own}
              mayAct={mayAct}
              onAdded={(symbol) => moveOn(() => address.show(symbol))}
              onClose={() => address.show(null)}
            />
          )}
        </OwnActs>
      ) : open === null ? null : (
        <ProductDrawer
          key={open.order.id}
          product={open.order}
          source={open.order.source}
          acts={acts.of(open.order.id)}
          mayAct={mayAct}
          onAdded={() => undefined}
          {...open.steps}
        />
      )}
    </div>
  )
}

function useProductColumns(): Column<Row>[] {
  const { t } = useTranslation('admin-settings')
  return [
    {
      ...{ key: 'symbol', label: t('products.symbol') },
      text: ({ symbol }) => symbol,
      cell: ({ symbol, name }) => (
        <>
          <b>
            <Num>{pairText(symbol)}</Num>
          </b>{' '}
          <bdi className="text-quiet">{name}</bdi>
        </>
      ),
    },
    {
      ...{ key: 'state', label: t('products.state') },
      text: ({ status }) => t(`products.states.${status}`),
      cell: ({ status }) => (
        <Badge {...(status === 'open' ? {} : { tone: 'caution' as const })}>
          {t(`products.states.${status}`)}
        </Badge>
      ),
    },
    {
      ...{ key: 'category', label: t('products.category') },
      text: ({ category }) => t(`products.categories.${category}`),
      cell: ({ category }) => t(`products.categories.${category}`),
    },
    {
      ...{ key: 'hours', label: t('products.hours') },
      text: ({ calendar }) => calendar?.zone ?? t('products.always'),
      cell: ({ calendar }) => (calendar === null ? t('products.always') : <Num>{calendar.zone}</Num>),
    },
    {
      ...{ key: 'price', label: t('products.price'), isFigure: true },
      text: ({ price }) => price,
      cell: ({ price }) => <Num>{formatPrice(price)}</Num>,
    },
    {
      ...{ key: 'open', label: t('products.openContracts'), isFigure: true },
      text: ({ openContracts }) => openContracts,
      cell: ({ openContracts }) => <Num>{openContracts}</Num>,
    },
    {
      ...{ key: 'sort', label: t('products.sort'), isFigure: true },
      text: ({ sort }) => sort,
      cell: ({ sort }) => <Num>{sort}</Num>,
    },
  ]
}

await mountPage('products', ProductsPage, 'admin-settings')
