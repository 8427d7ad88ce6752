import { proposeVoid } from '@truestrike/protocol/void-endpoints.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { useProducts } from '../../lib/products-query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { moveOn, useUnsaved } from '../frame/unsaved.ts'
import { ActFault } from '../orders/ActFault.tsx'
import type { Acts } from '../orders/use-acts.ts'
import { RowDrawer } from '../table/RowDrawer.tsx'
import { TimeField } from '../table/TimeField.tsx'
import { useVoidPreview, type VoidAddress } from './use-voids.ts'
import { VoidEffect } from './VoidEffect.tsx'

/** A second of the input is all of that second: the end counts as inside. */
const LAST_OF_SECOND_MS = 999

interface ProposeVoidProps {
  address: VoidAddress
  acts: Acts
  onClose(): void
}

/** A product, an interval that is over and a reason for everybody; no contract, no user, no outcome. */
export function ProposeVoid({ address, acts, onClose }: ProposeVoidProps) {
  const { t } = useTranslation(['admin-contracts', 'admin'])
  const products = useProducts().data?.products ?? []
  const [reason, setReason] = useState('')
  const { draft, change } = address
  useUnsaved(reason !== '', 'new')
  const { data, error, isFetching } = useVoidPreview(draft)
  const said = reason.trim()
  const isWhole = data !== undefined && said !== '' && acts.pending === null
  const propose = async (): Promise<void> => {
    const { symbol, fromMs, toMs } = draft
    if (fromMs === null || toMs === null) return
    let id: string | null = null
    const isDone = await acts.act('propose', async () => {
      id = (await adminCall(proposeVoid, { body: { symbol, fromMs, toMs, reason: said } })).void.id
    })
    const shown = { new: null, symbol: null, from: null, to: null, void: id, which: null }
    if (isDone) moveOn(() => change(shown))
  }
  return (
    <RowDrawer
      label={t('voids.propose')}
      title={t('voids.propose')}
      onClose={onClose}
      foot={
        <>
          <ActFault fault={acts.fault} />
          <p className="cap">{t('voids.proposeNote')}</p>
          <Button
            variant="primary"
            block
            disabled={!isWhole && acts.pending === null}
            pending={acts.pending === 'propose'}
            onClick={() => void propose()}
          >
            {t('voids.propose')}
          </Button>
        </>
      }
    >
      <Field label={t('admin:dashboard.product')}>
        {({ id }) => (
          <Select id={id} value={draft.symbol} onChange={({ target }) => change({ symbol: target.value })}>
            <option value="">{t('voids.choose')}</option>
            {products.map(({ symbol, base, quote }) => (
              <option key={symbol} value={symbol}>{`${base}/${quote}`}</option>
            ))}
          </Select>
        )}
      </Field>
      <TimeField
        label={t('voids.from')}
        valueMs={draft.fromMs}
        hasSeconds
        onChange={(from) => change({ from })}
      />
      <TimeField
        label={t('voids.to')}
        valueMs={draft.toMs}
        hasSeconds
        onChange={(to) => change({ to: to === null ? null : to + LAST_OF_SECOND_MS })}
      />
      <Field label={t('voids.reason')} hint={t('voids.reasonHint')}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={200}
            autoComplete="off"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      {error !== null ? (
        <Banner>{error instanceof ApiError ? error.message : t('admin:orders.actFailed')}</Banner>
      ) : data !== undefined ? (
        <VoidEffect preview={data.preview} />
      ) : isFetching ? (
        <Skeleton width="100%" height={120} />
      ) : (
        <p className="cap">{t('voids.previewEmpty')}</p>
      )}
    </RowDrawer>
  )
}
