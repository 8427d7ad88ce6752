import { formatMicros } from '@truestrike/core/money.ts'
import type { ProductVoid, VoidPreview } from '@truestrike/protocol/void-endpoints.ts'
import { bothFromMs, type Waits } from '../platform/acts-of-two.ts'
import type { TouchedFigures } from './void-figures.store.ts'
import type { VoidRow } from './voids.store.ts'

export interface VoidTotals {
  contractCount: number
  /** What the house keeps of the lost ones and gives back: below zero. What open ones would have brought nobody knows. */
  houseEffectMicros: bigint
}

/** What the entry in the log says. */
export function totalsOf(figures: readonly TouchedFigures[]): VoidTotals {
  const lost = figures.filter((figure) => figure.lost)
  return {
    contractCount: Number(figures.reduce((sum, { contracts }) => sum + contracts, 0n)),
    houseEffectMicros: -lost.reduce((sum, { stakeMicros }) => sum + stakeMicros, 0n),
  }
}

export function wirePreview(figures: readonly TouchedFigures[]): VoidPreview {
  const { contractCount, houseEffectMicros } = totalsOf(figures)
  return {
    contracts: contractCount,
    houseEffect: formatMicros(houseEffectMicros),
    books: (['real', 'demo'] as const).map((book) =>
      bookOf(
        book,
        figures.filter((figure) => figure.book === book),
      ),
    ),
  }
}

function bookOf(book: 'demo' | 'real', figures: readonly TouchedFigures[]): VoidPreview['books'][number] {
  const sums = (lost: boolean) => {
    const found = figures.find((figure) => figure.lost === lost)
    return {
      contracts: Number(found?.contracts ?? 0n),
      stake: formatMicros(found?.stakeMicros ?? 0n),
      profit: formatMicros(found?.profitMicros ?? 0n),
    }
  }
  const open = sums(false)
  const { contracts, stake } = sums(true)
  const all = figures.reduce((sum, { stakeMicros }) => sum + stakeMicros, 0n)
  const effect = { contracts: contracts + open.contracts, stake: formatMicros(all) }
  return {
    book,
    open,
    lost: { contracts, stake },
    effect: { ...effect, kept: stake, paid: formatMicros(0n), unknown: open },
  }
}

export function wireVoid(
  row: VoidRow,
  {
    symbol,
    names,
    waits,
    adminId,
    nowMs,
  }: { symbol: string; names: ReadonlyMap<bigint, string>; waits: Waits; adminId: bigint; nowMs: number },
): ProductVoid {
  const { reason, state, version, remark, seq, entryMs, contractCount, houseEffectMicros } = row
  const number = (value: bigint | null): number | null => (value === null ? null : Number(value))
  const who = (id: bigint) => ({ username: names.get(id) ?? '', isMe: id === adminId })
  const expiresMs = Number(row.expiresMs)
  const isOpen = state === 'proposed' && nowMs < expiresMs
  return {
    ...{ id: row.id.toString(), symbol, fromMs: Number(row.fromMs), toMs: Number(row.toMs), reason },
    ...{ state: state === 'proposed' && !isOpen ? 'expired' : state, version },
    ...{ proposedBy: who(row.proposedBy), proposedMs: Number(row.proposedMs), expiresMs },
    decidedBy: row.decidedBy === null ? null : who(row.decidedBy),
    ...{ decidedMs: number(row.decidedMs), remark },
    confirmFromMs: isOpen && row.proposedBy !== adminId ? bothFromMs(waits, row.proposedBy, adminId) : null,
    entry:
      seq === null
        ? null
        : {
            ...{ seq: Number(seq), timeMs: Number(entryMs), contracts: contractCount ?? 0 },
            houseEffect: formatMicros(houseEffectMicros ?? 0n),
          },
    returnedMs: number(row.returnedMs),
  }
}
