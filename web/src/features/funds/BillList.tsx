import { type Bill, billName, billState } from '@truestrike/protocol/bill-endpoints.ts'
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  ChevronDown,
  Percent,
  ReceiptText,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatMoneySigned, toneOf } from '../../lib/money-format.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { HiddenAmount } from '../../ui/HiddenAmount.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Num } from '../../ui/Num.tsx'
import { BillDetails, METHODS } from './BillDetails.tsx'

const ICONS = {
  deposit: ArrowDownToLine,
  withdraw: ArrowUpFromLine,
  profit: ReceiptText,
  loss: ReceiptText,
  fee: Percent,
  transfer: ArrowLeftRight,
  adjustment: ReceiptText,
} as const

/** What moved, newest first; a row opens to all there is to say about it. */
export function BillList({ bills, hidden = false }: { bills: readonly Bill[]; hidden?: boolean }) {
  const { t } = useTranslation('funds')
  return (
    <ul className="fu-bills">
      {bills.map((bill) => {
        const method = METHODS.find((each) => each === bill.method)
        const begun = formatDayAndClock(bill.createdMs)
        const ended = bill.completedMs === null ? null : formatDayAndClock(bill.completedMs)
        const isResult = bill.type === 'profit' || bill.type === 'loss'
        return (
          <li key={bill.id}>
            <details className="fu-bill">
              <summary>
                <span className="fu-icon">
                  <Icon of={ICONS[bill.type]} size={18} />
                </span>
                <span className="col flex-1 min-w-0">
                  <b>{t(`type.${billName(bill.type, toneOf(bill.amount) === 'gain')}`)}</b>
                  <span className="cap">
                    {bill.symbol === null ? null : (
                      <>
                        <Num>{bill.symbol}</Num> ·{' '}
                      </>
                    )}
                    {method === undefined ? null : `${t(`method.${method}`)} · `}
                    <bdi>{begun}</bdi>
                    {bill.remark === null ? null : (
                      <>
                        {' · '}
                        <bdi>{bill.remark}</bdi>
                      </>
                    )}
                  </span>
                </span>
                <span className="fu-figure">
                  <Num tone={isResult && !hidden ? toneOf(bill.amount) : undefined}>
                    {hidden ? <HiddenAmount /> : formatMoneySigned(bill.amount)}
                  </Num>
                  <span className="cap">
                    {t(`status.${billState(bill.type, bill.status)}`)}
                    {ended === null || ended === begun ? null : (
                      <>
                        {' · '}
                        <bdi>{ended}</bdi>
                      </>
                    )}
                  </span>
                </span>
                <Icon of={ChevronDown} size={16} className="fu-open" />
              </summary>
              <BillDetails bill={bill} />
            </details>
          </li>
        )
      })}
    </ul>
  )
}
