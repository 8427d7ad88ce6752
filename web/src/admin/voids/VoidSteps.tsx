import {
  confirmVoid,
  type ProductVoid,
  refuseVoid,
  type VoidPreview,
  withdrawVoid,
} from '@truestrike/protocol/void-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { pairText } from '../../lib/pair-name.ts'
import { formatMoneySignedExact } from '../../lib/signed-exact-money.ts'
import { Button } from '../../ui/Button.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { useMay } from '../frame/use-may.ts'
import { ConfirmStep } from '../orders/ConfirmStep.tsx'
import { TwoFrom } from '../orders/TwoFrom.tsx'
import type { Acts } from '../orders/use-acts.ts'
import { VoidSpan } from './void-columns.tsx'

interface VoidStepsProps {
  of: ProductVoid
  preview: VoidPreview | null
  acts: Acts
}

/** Whoever proposed it may withdraw it; another administrator confirms or refuses it. */
export function VoidSteps({ of, preview, acts }: VoidStepsProps) {
  const { t } = useTranslation('admin-contracts')
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
  return (
    <>
      <TwoFrom fromMs={of.confirmFromMs} />
      <div className="adm-buttons">
        <ConfirmStep
          {...{ acts }}
          name="refuse"
          label={t('voids.refuse')}
          title={t('voids.refuseTitle')}
          reasonLabel={t('voids.refuseNote')}
          work={(remark) => adminCall(refuseVoid, { params, body: { version, remark } })}
        >
          <Repeated of={of} />
          <p>{t('voids.refuseText')}</p>
        </ConfirmStep>
        <ConfirmStep
          {...{ acts }}
          name="confirm"
          label={t('voids.confirm')}
          title={t('voids.confirmTitle', { symbol: pairText(of.symbol) })}
          isMain
          isHeld={preview === null || of.confirmFromMs !== null}
          reasonLabel={null}
          work={() => adminCall(confirmVoid, { params, body: { version } })}
        >
          <Repeated of={of} />
          <p>
            {t('voids.confirmText', {
              count: preview?.contracts ?? 0,
              effect: formatMoneySignedExact(preview?.houseEffect),
            })}
          </p>
        </ConfirmStep>
      </div>
    </>
  )
}

/** What a dialog repeats: the pair, and the interval. */
function Repeated({ of }: { of: ProductVoid }) {
  return (
    <p>
      <b>{pairText(of.symbol)}</b>
      <br />
      <VoidSpan of={of} />
    </p>
  )
}
