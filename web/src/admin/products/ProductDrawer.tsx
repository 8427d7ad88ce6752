import { addProduct, type ConfiguredProduct, changeProduct } from '@truestrike/protocol/product-endpoints.ts'
import { PRODUCT_NAME } from '@truestrike/protocol/text-rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pairText } from '../../lib/pair-name.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Num } from '../../ui/Num.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { useUnsaved } from '../frame/unsaved.ts'
import type { Acts } from '../orders/use-acts.ts'
import { ConflictBanner } from '../settings/ConflictBanner.tsx'
import { NumberRow, PriceRow, SelectRow, SwitchRow, TextRow } from '../settings/Rows.tsx'
import { SettingsForm } from '../settings/SettingsForm.tsx'
import { type Base, useBase } from '../settings/use-base.ts'
import { RowDrawer, type RowSteps } from '../table/RowDrawer.tsx'
import { HoursRows } from './HoursRows.tsx'

interface ProductDrawerProps extends RowSteps {
  /** Null: a new one. */
  product: ConfiguredProduct | null
  source: ConfiguredProduct['source']
  acts: Acts
  mayAct: boolean
  onAdded: (symbol: string) => void
}

type Category = ConfiguredProduct['category']

/** A product that lies open: what may be changed, and what stays since it stands in every entry of its log. */
export function ProductDrawer(props: ProductDrawerProps) {
  const of = useBase(props.product, (product) => product?.edits ?? 0, props.acts)
  return <OpenProduct key={of.begun} {...props} of={of} />
}

const FIXED = { base: '', category: 'crypto' as Category, precision: 4, firstPrice: '' }

interface OpenProductProps extends Omit<ProductDrawerProps, 'acts'> {
  of: Base<ConfiguredProduct | null>
}

function OpenProduct({ product, source, of, mayAct, onAdded, ...steps }: OpenProductProps) {
  const { t } = useTranslation('admin-settings')
  const { base, version: edits } = of
  const [draft, setDraft] = useState({
    name: base?.name ?? '',
    calendar: base?.calendar ?? null,
    enabled: base?.enabled ?? true,
    sort: base?.sort ?? 1_000,
  })
  const [fixed, setFixed] = useState(FIXED)
  useUnsaved(of.isTouched || fixed !== FIXED, 'product')
  const put = (changes: Partial<typeof draft>): void => {
    of.touch()
    setDraft({ ...draft, ...changes })
  }
  const putFixed = (changes: Partial<typeof fixed>) => setFixed({ ...fixed, ...changes })
  const save = async () => {
    if (product === null) {
      const base = fixed.base.trim().toUpperCase()
      const { symbol } = await adminCall(addProduct, { body: { ...draft, ...fixed, base } })
      onAdded(symbol)
      return
    }
    const { symbol } = product
    const change = () => adminCall(changeProduct, { params: { symbol }, body: { ...draft, edits } })
    // Every change that is taken is the next one after what it was over.
    await of.save(change, () => edits + 1)
  }
  const title = product === null ? t('products.add') : pairText(product.symbol)
  return (
    <RowDrawer label={title} title={title} {...steps}>
      <SettingsForm
        acts={of.acts}
        isReadOnly={!mayAct}
        onSave={save}
        {...(product === null ? { action: t('products.add') } : {})}
      >
        {product === null ? (
          <>
            <TextRow
              label={t('products.base')}
              hint={t('products.baseHint')}
              field="base"
              dir="ltr"
              maxLength={16}
              value={fixed.base}
              onChange={(base) => putFixed({ base })}
            />
            <SelectRow
              label={t('products.category')}
              value={fixed.category}
              options={(['crypto', 'forex'] as const).map((value) => ({
                value,
                label: t(`products.categories.${value}`),
              }))}
              onChange={(category) => putFixed({ category: category as Category })}
            />
            <NumberRow
              label={t('products.precision')}
              hint={t('products.fixedHint')}
              field="precision"
              scale={0}
              value={fixed.precision}
              onChange={(precision) => putFixed({ precision })}
            />
            <PriceRow
              label={t('products.firstPrice')}
              hint={t('products.firstPriceHint')}
              field="firstPrice"
              value={fixed.firstPrice}
              onChange={(firstPrice) => putFixed({ firstPrice })}
            />
          </>
        ) : null}
        <TextRow
          label={t('products.name')}
          field="name"
          maxLength={PRODUCT_NAME.maxLength}
          value={draft.name}
          onChange={(name) => put({ name })}
        />
        <NumberRow
          label={t('products.sort')}
          field="sort"
          scale={0}
          value={draft.sort}
          onChange={(sort) => put({ sort })}
        />
        <SwitchRow
          label={t('products.takesOrders')}
          hint={t('products.takesHint')}
          checked={draft.enabled}
          onChange={(enabled) => put({ enabled })}
        />
        <HoursRows calendar={draft.calendar} onChange={(calendar) => put({ calendar })} />
      </SettingsForm>
      <ConflictBanner of={of} />
      {product === null ? (
        <p className="cap">
          {t('products.source')}: {t(`products.sources.${source}`)}
        </p>
      ) : (
        <Facts {...product} />
      )}
    </RowDrawer>
  )
}

function Facts(product: ConfiguredProduct) {
  const { t } = useTranslation('admin-settings')
  const { pastHoursUntilMs } = product
  const keys = [
    ...(['precision', 'version', 'calendarVersion', 'outlierBps'] as const),
    // Only an exchange's prices are held against a second source.
    ...(product.source === 'exchange' ? (['deviationBps'] as const) : []),
    'openContracts',
  ] as const
  const figures = keys.map((key) => ({
    ...{ key, label: t(`products.${key}`) },
    value: <Num>{product[key]}</Num>,
  }))
  return (
    <>
      {pastHoursUntilMs === null ? null : (
        <Banner tone="info">{t('products.pastHours', { time: formatDayAndClock(pastHoursUntilMs) })}</Banner>
      )}
      <ValueList
        lines={[
          {
            ...{ key: 'category', label: t('products.category') },
            value: t(`products.categories.${product.category}`),
          },
          {
            ...{ key: 'source', label: t('products.source') },
            value: t(`products.sources.${product.source}`),
          },
          ...figures,
        ]}
      />
      <p className="cap">{t('products.fixedHint')}</p>
    </>
  )
}
