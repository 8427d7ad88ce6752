import { useQueryClient } from '@tanstack/react-query'
import { proposeVoid } from '@truestrike/protocol/void-endpoints.ts'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useProducts } from '../../lib/products-query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { mountPage } from '../frame/mount-page.tsx'
import { useMay } from '../frame/use-may.ts'
import { TwoFrom } from '../orders/TwoFrom.tsx'
import { OwnActs, useActs } from '../orders/use-acts.ts'
import { openOrder } from '../orders/use-orders.ts'
import { Choice } from '../table/Choice.tsx'
import { ListBox } from '../table/ListBox.tsx'
import { ListTools } from '../table/ListTools.tsx'
import { useColumns } from '../table/use-columns.ts'
import { ProposeVoid } from './ProposeVoid.tsx'
import { readVoids, useVoidAddress, useVoidList, VOIDS } from './use-voids.ts'
import { VoidAside } from './VoidAside.tsx'
import { useVoidColumns } from './void-columns.tsx'

const TABS = ['open', 'all'] as const
/** What lies open when it is none of the list. */
const NEW = 'new'

/** The only act that touches contracts: a public void of a product for an interval, by two administrators. */
function Voids() {
  const { t } = useTranslation(['admin-contracts', 'admin', 'contracts'])
  const queries = useQueryClient()
  const address = useVoidAddress()
  const list = useVoidList(address.asked)
  const { shown, choices } = useColumns('voids', useVoidColumns())
  const onActed = () => queries.invalidateQueries({ queryKey: [VOIDS] })
  const acts = useActs(onActed)
  const products = useProducts().data?.products ?? []
  const mayPropose = useMay(proposeVoid)
  const rows = list.rows ?? []
  const open = openOrder(rows, address)
  const { openId, isNew } = address
  const isDrafted = isNew && mayPropose && list.isAvailable === true
  return (
    <div className="adm-orders" data-open={isDrafted || openId !== null ? '' : undefined}>
      <section className="adm-list">
        <div className="adm-head">
          <h1>{t('voids.title')}</h1>
          <span className="flex-1" />
          <ListTools name="voids" {...{ choices, columns: shown }} read={() => readVoids(address.asked)} />
          {mayPropose ? (
            <Button
              size="s"
              icon={Plus}
              disabled={list.isAvailable !== true}
              onClick={() => address.change({ new: '1', void: null }, true)}
            >
              {t('voids.propose')}
            </Button>
          ) : null}
        </div>
        <p className="text-soft adm-lead">{t('voids.lead')}</p>
        <TwoFrom fromMs={list.availableFromMs} />
        {list.isAvailable === false && list.availableFromMs === null ? (
          <Banner title={t('voids.alone')}>{t('voids.aloneText')}</Banner>
        ) : null}
        <Tabs
          label={t('voids.title')}
          value={address.which}
          tabs={TABS.map((value) => ({ value, label: t(`voids.tab.${value}`) }))}
          onChange={(which) => address.change({ which: which === 'open' ? null : which, void: null }, true)}
        >
          <search className="adm-filters">
            <Choice
              label={t('admin:dashboard.product')}
              any={t('contracts:filter.allPairs')}
              value={address.product}
              options={products.map(({ symbol, base, quote }) => [symbol, `${base}/${quote}`])}
              onChange={(product) => address.change({ product, void: null })}
            />
          </search>
          <ListBox
            label={t('voids.title')}
            list={list}
            columns={shown}
            currentId={isDrafted ? NEW : openId}
            onOpen={({ id }) => address.show(id)}
            failed={t('voids.failed')}
            none={t('voids.none')}
          />
        </Tabs>
      </section>
      {isDrafted ? (
        <OwnActs onActed={onActed}>
          {(own) => (
            <ProposeVoid address={address} acts={own} onClose={() => address.change({ new: null })} />
          )}
        </OwnActs>
      ) : openId === null ? null : (
        <VoidAside
          key={openId}
          id={openId}
          listed={open?.order}
          acts={acts.of(openId)}
          {...(open?.steps ?? { onClose: () => address.show(null) })}
        />
      )}
    </div>
  )
}

await mountPage('voids', Voids, 'admin-contracts', 'proof')
