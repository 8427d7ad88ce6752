import { closingFromMs } from '@truestrike/core/frozen-contract.ts'
import type { LogEntry } from '@truestrike/core/log-entry.ts'
import { formatPrice } from '@truestrike/core/price.ts'
import { headerBytes, headerHash } from '@truestrike/core/proof/block-header.ts'
import { frozenContractOf, type SettlementReceipt } from '@truestrike/core/proof/receipt.ts'

/** An entry of the log as it is shown. */
export interface DecidingRow {
  readonly seq: number
  readonly timeMs: number
  /** What is said of it beside its price; null for a price that only stands beside. */
  readonly word: Exclude<LogEntry['kind'], 'tick'> | 'opening' | 'counts' | null
  readonly price: string | null
}

export interface DecidingPrices {
  readonly opening: readonly DecidingRow[]
  readonly closing: readonly DecidingRow[]
  /** First and last price the closing is made of; null without one. */
  readonly counts: readonly [fromSeq: number, toSeq: number] | null
  /** Entries the receipt shows. */
  readonly count: number
  /** The block that holds the entry that decided it, with its header's hash. */
  readonly block: { readonly number: number; readonly hash: string } | null
}

/** The entries around opening and closing of a receipt that holds. */
export function decidingPrices(receipt: SettlementReceipt): DecidingPrices {
  const { claim, contract, product, chains } = receipt
  const entries = chains.flatMap(({ blocks }) =>
    blocks.flatMap(({ runs }) => runs.flatMap((run) => run.entries)),
  )
  const ticks = entries.filter(({ kind, timeMs }) => kind === 'tick' && timeMs <= contract.expiresAtMs)
  const fromMs = closingFromMs(frozenContractOf(contract))
  const first = ticks.findLast(({ timeMs }) => timeMs <= fromMs)
  const last = ticks.at(-1)
  const isClosed = claim.state === 'completed' && first !== undefined && last !== undefined
  const counts = isClosed ? ([first.seq, last.seq] as const) : null
  const openedAt = claim.openingSeq ?? contract.openAfterSeq
  const rowOf = (entry: LogEntry): DecidingRow => {
    const { kind, seq, timeMs } = entry
    const isCounted = counts !== null && kind === 'tick' && seq >= counts[0] && seq <= counts[1]
    const tickWord = seq === claim.openingSeq ? 'opening' : isCounted ? 'counts' : null
    return {
      seq,
      timeMs,
      word: kind === 'tick' ? tickWord : kind,
      price: 'price' in entry ? formatPrice(entry.price, product.precision) : null,
    }
  }
  return {
    opening: entries.filter(({ seq }) => seq <= openedAt).map(rowOf),
    closing: entries.filter(({ seq }) => seq > openedAt).map(rowOf),
    counts,
    count: entries.length,
    block: blockOf(receipt),
  }
}

function blockOf({ chains, claim, product }: SettlementReceipt): DecidingPrices['block'] {
  const block = chains
    .flatMap(({ blocks }) => blocks)
    .find(({ firstSeq, lastSeq }) => firstSeq <= claim.decidedSeq && claim.decidedSeq <= lastSeq)
  return block === undefined ? null : { number: block.number, hash: headerHash(headerBytes(block, product)) }
}
