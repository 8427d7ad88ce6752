import type { BookBalance } from '@truestrike/protocol/account-endpoints.ts'
import { sharePercents } from './balance-shares.ts'

const PARTS = ['available', 'inPosition', 'frozen'] as const

/** The three parts of a balance as shares of the whole; the figures stand below it. */
export function BalanceBar({ balance }: { balance: BookBalance }) {
  const shares = sharePercents(PARTS.map((part) => balance[part]))
  return (
    <div className="ac-bar" aria-hidden="true">
      {PARTS.map((part, index) =>
        shares[index] ? <i key={part} data-part={part} style={{ width: `${shares[index]}%` }} /> : null,
      )}
    </div>
  )
}
