import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { isPending } from '../../lib/contracts-store.ts'
import { copyText } from '../../lib/copy-text.ts'
import { groupedSeq } from '../../lib/log-number.ts'
import { differenceOf } from '../../lib/proof/contract-match.ts'
import { CodeBox } from '../../ui/CodeBox.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { DecidingTable } from './DecidingTable.tsx'
import { KeptAcceptance } from './KeptAcceptance.tsx'
import { ReceiptVerdict } from './ReceiptVerdict.tsx'
import { receiptFileName } from './receipt-lines.ts'
import { type ReceiptView, useFreshContract } from './use-receipt.ts'
import { VerifyOffline } from './VerifyOffline.tsx'

interface ReceiptSectionProps {
  contract: Contract
  view: ReceiptView
}

/** What the receipt of a contract is worth: the verdict, the block to compare, and the way to verify elsewhere. */
export function ReceiptSection({ contract, view }: ReceiptSectionProps) {
  const { t } = useTranslation('proof')
  const { loaded, failed, busy, again } = view
  const receipt = loaded?.checked.receipt ?? null
  const difference = receipt === null ? null : differenceOf(receipt, contract)
  const told = useFreshContract(contract.id, difference !== null)
  const checking = loaded === undefined || (difference !== null && !told)
  const block = loaded?.checked.deciding?.block ?? null
  return (
    <section className="cr-receipt" aria-label={t('receipt.region')}>
      {block === null ? null : (
        <div className="cr-block">
          <span className="lab">
            {t('receipt.fingerprint', { number: `\u2066${groupedSeq(block.number)}\u2069` })}
          </span>
          <CodeBox
            text={block.hash}
            copyLabel={t('receipt.copyHash')}
            onCopy={() => void copyText(block.hash)}
          />
        </div>
      )}
      <div className="cr-receipt" role="status" aria-busy={checking && !failed}>
        {failed ? (
          <ErrorState
            title={t('receipt.failed')}
            text={t('receipt.failedText')}
            onRetry={again}
            pending={busy}
          />
        ) : checking ? (
          <ReceiptLoading isSettled={!isPending(contract)} />
        ) : (
          <ReceiptVerdict contract={contract} loaded={loaded} difference={difference} />
        )}
      </div>
      {failed ? <KeptAcceptance id={contract.id} /> : null}
      {loaded?.checked.deciding == null ? null : <DecidingTable deciding={loaded.checked.deciding} />}
      {loaded === undefined ? null : (
        <VerifyOffline fileName={receiptFileName(contract, view)} json={loaded.json} />
      )}
    </section>
  )
}

/** As high as a receipt that holds: fingerprint, verdict, what folds out. */
function ReceiptLoading({ isSettled }: { isSettled: boolean }) {
  const { t } = useTranslation('proof')
  return (
    <>
      <span className="sr-only">{t('receipt.loading')}</span>
      {isSettled ? <Skeleton width="100%" height={54} /> : null}
      <Skeleton width="100%" height={isSettled ? 202 : 108} />
      {isSettled ? <Skeleton width="100%" height={32} /> : null}
      <Skeleton width="100%" height={32} />
    </>
  )
}
