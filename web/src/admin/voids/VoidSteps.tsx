import {
  confirmVoid,
  type ProductVoid,
  refuseVoid,
  type VoidPreview,
  withdrawVoid,
} from '@truestrike/protocol/void-endpoints.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoneySigned } from '../../lib/money-format.ts'
import { pairText } from '../../lib/pair-name.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { useMay } from '../frame/use-may.ts'
import { ActForm } from '../orders/ActForm.tsx'
import { TwoFrom } from '../orders/TwoFrom.tsx'
import type { Acts } from '../orders/use-acts.ts'
import { VoidSpan } from './void-columns.tsx'

interface VoidStepsProps {
  of: ProductVoid
  preview: VoidPreview | null
  acts: Acts
}

/** Whose proposal it is may withdraw it; another administrator confirms or refuses it. */
export function VoidSteps({ of, preview, acts }: VoidStepsProps) {
  const { t } = useTranslation('admin-contracts')
  const [isAsked, setAsked] = useState(false)
  const mayDecide = useMay(confirmVoid)
  const params = { id: of.id }
  const { version } = of
  if (!mayDecide) return null
  if (of.proposedBy.isMe)
    return (
      <>
        <p className="cap">{t('voids.needsOther')}</p>
        <Button
          block
          pending={acts.pending === 'withdraw'}
          onClick={() =>
            void acts.act('withdraw', () => adminCall(withdrawVoid, { params, body: { version } }))
          }
        >
          {t('voids.withdraw')}
        </Button>
      </>
    )
  const confirm = async (): Promise<void> => {
    await acts.act('confirm', () => adminCall(confirmVoid, { params, body: { version } }))
    setAsked(false)
  }
  return (
    <>
      <TwoFrom fromMs={of.confirmFromMs} />
      <ActForm
        acts={acts}
        note={{ label: t('voids.refuseNote'), neededFor: 'refuse' }}
        steps={[
          {
            ...{ name: 'refuse', label: t('voids.refuse') },
            work: (remark) => adminCall(refuseVoid, { params, body: { version, remark } }),
          },
        ]}
      />
      <Button
        variant="primary"
        block
        disabled={preview === null || of.confirmFromMs !== null || acts.isHeld('confirm')}
        onClick={() => setAsked(true)}
      >
        {t('voids.confirm')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t('voids.confirmTitle', { symbol: pairText(of.symbol) })}
        confirmLabel={t('voids.confirm')}
        onConfirm={() => void confirm()}
        pending={acts.pending === 'confirm'}
        caution
      >
        <p>
          <VoidSpan of={of} />
        </p>
        <p>
          {t('voids.confirmText', {
            count: preview?.contracts ?? 0,
            effect: formatMoneySigned(preview?.houseEffect),
          })}
        </p>
      </ConfirmDialog>
    </>
  )
}
