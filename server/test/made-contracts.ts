import type { Db } from '../src/platform/db.ts'

/** A contract as it may stand in the table; by default a real one of BTCUSDT, 10 USDT up for a minute at 80 %. */
export interface MadeContract {
  userId: bigint
  book: 'demo' | 'real'
  symbol: string
  direction: 'up' | 'down'
  usdt: number
  payoutBps: number
  durationSeconds: number
  acceptedMs: number
  end: 'open' | 'won' | 'lost' | 'equal' | 'price-gap' | 'void'
  /** After its expiry. */
  settledAfterMs: number
}

let made = 0

/** Writes it past every check of orders: as if it had been accepted, and had ended so. */
export async function makeContract(
  db: Db,
  changes: Partial<MadeContract> & Pick<MadeContract, 'acceptedMs'>,
): Promise<void> {
  made += 1
  const contract: MadeContract = {
    ...{ userId: 1n, book: 'real', symbol: 'BTCUSDT', direction: 'up', usdt: 10, payoutBps: 8_000 },
    ...{ durationSeconds: 60, end: 'open', settledAfterMs: 400 },
    ...changes,
  }
  const { end, durationSeconds, acceptedMs, payoutBps, usdt } = contract
  const isCancelled = end === 'price-gap' || end === 'void'
  const stake = BigInt(usdt) * 1_000_000n
  const winProfit = (stake * BigInt(payoutBps)) / 10_000n
  const profits = { open: null, won: winProfit, lost: -stake, equal: 0n, 'price-gap': 0n, void: 0n }
  const expiresMs = acceptedMs + durationSeconds * 1_000
  await db.query(
    `insert into contracts (user_id, client_order_id, body_sha256, batch_id, book, live, product_id, symbol, "precision",
      product_version, calendar_version, source, direction, stake_micros, win_profit_micros, rule_id, rule_version, rule_hash,
      duration_seconds, payout_bps, window_ms, opening_delay_ms, open_timeout_ms, max_gap_ms, open_after_seq,
      accepted_at_ms, expires_at_ms, state, result, cancel_reason, profit_micros, settled_at_ms)
    select $1, $2, '\\x00', 1, $3, false, p.id, p.symbol, p.precision, 1, 1, 'simulated', $5, $6, $7, 1, 1, '\\x00', $8, $9,
      3000, 300, 5000, 5000, 1, $10, $11, $12, $13, $14, $15, $16
    from products p where p.symbol = $4`,
    [
      ...[
        contract.userId,
        `made-${made}`,
        contract.book,
        contract.symbol,
        contract.direction,
        stake,
        winProfit,
      ],
      ...[durationSeconds, payoutBps, BigInt(acceptedMs), BigInt(expiresMs)],
      end === 'open' ? 'running' : isCancelled ? 'cancelled' : 'completed',
      end === 'open' || isCancelled ? null : end,
      isCancelled ? end : null,
      profits[end],
      end === 'open' ? null : BigInt(expiresMs + contract.settledAfterMs),
    ],
  )
}
