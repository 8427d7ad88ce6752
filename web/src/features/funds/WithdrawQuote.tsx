import { quoteWithdrawal } from '@truestrike/core/funds/funds-rules.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import type { FundsOverview } from '@truestrike/protocol/funds-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { isolatedLtr } from '../../lib/isolated-text.ts'
import { formatMoney, formatMoneyExact, MISSING, microsOf } from '../../lib/money-format.ts'
import { formatBps } from '../../lib/price-format.ts'
import { Num } from '../../ui/Num.tsx'
import { ValueList } from '../../ui/ValueList.tsx'

type Limits = FundsOverview['withdrawal']
type Method = 'wallet' | 'bank'

interface WithdrawQuoteProps {
  limits: Limits
  method: Method
  /** Null: none that could be withdrawn. */
  micros: bigint | null
}

/** Fee and payout as the server computes them, by the same function; null where there is none. */
export function withdrawalFigures(limits: Limits, method: Method, micros: bigint) {
  const amount = (text: string): bigint => microsOf(text) ?? 0n
  const rules = {
    withdrawalMinMicros: amount(limits.min),
    withdrawalMaxMicros: amount(limits.max),
    walletFeeMicros: amount(limits.walletFee),
    bankFeeBps: limits.bankFeeBps,
    bankFeeMinMicros: amount(limits.bankFeeMin),
  }
  const quoted = quoteWithdrawal(rules, method, micros)
  if (quoted.ok) return quoted.value
  // A flat fee is known before the amount is.
  return { feeMicros: method === 'wallet' ? rules.walletFeeMicros : null, actualMicros: null }
}

export function WithdrawQuote({ limits, method, micros }: WithdrawQuoteProps) {
  const { t } = useTranslation('funds')
  const { feeMicros, actualMicros } = withdrawalFigures(limits, method, micros ?? 0n)
  const shown = (value: bigint | null): string =>
    value === null ? MISSING : formatMoneyExact(formatMicros(value))
  const share = isolatedLtr(formatBps(limits.bankFeeBps))
  const hasLeast = (microsOf(limits.bankFeeMin) ?? 0n) > 0n
  const fee =
    method === 'wallet'
      ? t('fee.flat')
      : hasLeast
        ? t('fee.least', { share, min: isolatedLtr(formatMoney(limits.bankFeeMin)) })
        : t('fee.share', { share })
  return (
    <ValueList
      className="fu-quote"
      lines={[
        { key: 'fee', label: fee, value: <Num>{shown(feeMicros)}</Num> },
        { key: 'receive', label: t('receive'), value: <Num unit="USDT">{shown(actualMicros)}</Num> },
      ]}
    />
  )
}
