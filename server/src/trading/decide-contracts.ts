import { ensure } from '@truestrike/core/assert.ts'
import { closingReadFromMs, openingDeadlineMs } from '@truestrike/core/frozen-contract.ts'
import { causeSeqOf, profitIfCounted } from '@truestrike/core/if-counted.ts'
import { createLogExcerpt, type LogExcerpt } from '@truestrike/core/log-excerpt.ts'
import type { Opening } from '@truestrike/core/opening.ts'
import { type Cancelled, type Outcome, outcomeOf } from '@truestrike/core/outcome.ts'
import { type ContractRow, toFrozenContract } from './contract-row.ts'
import type { DecidedContract, OpeningToWrite } from './settling.store.ts'
import type { PriceLog } from './traded-product.ts'

/** Service time one reading of the log may cover; contracts further apart are read for separately. */
const SPAN_MS_MAX = 60_000
/** How far before a closing the price in force is looked for, to say what a cancelled contract would have brought. */
const LOOK_BACK_MS = 3_600_000

export interface Decisions {
  decided: DecidedContract[]
  openings: OpeningToWrite[]
  /** Neither: the log does not say yet. */
  undecided: ContractRow[]
}

/** Decides contracts that wait for an opening price: found, or cancelled. Rows of one product, by id. */
export async function decideOpenings(log: PriceLog, rows: readonly ContractRow[]): Promise<Decisions> {
  const decisions = noDecisions()
  for (const group of inSpans(
    rows,
    (row) => row.acceptedAtMs,
    (row) => openingDeadlineMs(toFrozenContract(row)),
  )) {
    const fromSeq = Math.min(...group.rows.map((row) => Number(row.openAfterSeq))) + 1
    const entries = await log.readFromSeq(group.productId, fromSeq, group.toMs)
    const excerpt = createLogExcerpt(entries)
    for (const row of group.rows) sortIn(decisions, row, outcomeOf(toFrozenContract(row), excerpt), excerpt)
  }
  return decisions
}

/** Decides contracts with an opening price whose expiry the log is past. Rows of one product, by expiry. */
export async function decideDue(log: PriceLog, rows: readonly ContractRow[]): Promise<Decisions> {
  const decisions = noDecisions()
  for (const group of inSpans(rows, (row) => BigInt(closingReadFromMs(toFrozenContract(row))), expiryOf)) {
    const excerpt = await readClosing(log, group)
    const outcomes = group.rows.map((row) => outcomeOf(toFrozenContract(row), excerpt, openingOf(row)))
    const measured = outcomes.some(({ state }) => state === 'cancelled')
      ? await readBack(log, group)
      : excerpt
    group.rows.forEach((row, at) => {
      sortIn(decisions, row, ensure(outcomes[at]), measured)
    })
  }
  return decisions
}

const expiryOf = (row: ContractRow): number => Number(row.expiresAtMs)

/** The entries around the ends of the group's contracts, with every change of source and void since the first was accepted. */
async function readClosing(log: PriceLog, group: Span): Promise<LogExcerpt> {
  const afterSeq = Math.min(...group.rows.map((row) => Number(row.openAfterSeq)))
  const entries = await log.readSpan(group.productId, group.fromMs, group.toMs)
  const beforeSeq = entries[0]?.seq ?? Number.POSITIVE_INFINITY
  const marks = await log.readMarks(group.productId, { afterSeq, beforeSeq })
  return createLogExcerpt([...marks, ...entries], { completeFromMs: group.fromMs })
}

/** The same, from as long before as the price in force at the closings may be. */
async function readBack(log: PriceLog, group: Span): Promise<LogExcerpt> {
  const openings = group.rows.map(openingOf).flatMap((opening) => opening?.timeMs ?? [])
  const fromMs = Math.max(Math.min(group.fromMs, ...openings), group.fromMs - LOOK_BACK_MS)
  return createLogExcerpt(await log.readSpan(group.productId, fromMs, group.toMs))
}

/** The opening written before; null while there is none. */
export function openingOf(row: ContractRow): Opening | null {
  if (row.openingPrice === null || row.openingTimeMs === null || row.openingSeq === null) return null
  return { seq: Number(row.openingSeq), timeMs: Number(row.openingTimeMs), price: row.openingPrice }
}

interface Span {
  productId: number
  fromMs: number
  toMs: number
  rows: ContractRow[]
}

function* inSpans(
  rows: readonly ContractRow[],
  fromOf: (row: ContractRow) => bigint,
  toOf: (row: ContractRow) => number,
): Generator<Span> {
  let span: Span | null = null
  for (const row of rows) {
    const fromMs = Number(fromOf(row))
    const toMs = toOf(row)
    if (span !== null && Math.max(span.toMs, toMs) - Math.min(span.fromMs, fromMs) > SPAN_MS_MAX) {
      yield span
      span = null
    }
    span ??= { productId: row.productId, fromMs, toMs, rows: [] }
    span.fromMs = Math.min(span.fromMs, fromMs)
    span.toMs = Math.max(span.toMs, toMs)
    span.rows.push(row)
  }
  if (span !== null) yield span
}

function noDecisions(): Decisions {
  return { decided: [], openings: [], undecided: [] }
}

/** `excerpt`: what a cancelled contract is measured by. */
function sortIn(decisions: Decisions, row: ContractRow, outcome: Outcome, excerpt: LogExcerpt): void {
  if (outcome.state === 'undecided') {
    if (row.openingPrice === null && outcome.opening !== null) {
      decisions.openings.push({ id: row.id, ...outcome.opening })
    } else decisions.undecided.push(row)
    return
  }
  const opening = outcome.opening
  const decided = {
    ...row,
    openingPrice: opening?.price ?? null,
    openingTimeMs: opening === null ? null : BigInt(opening.timeMs),
    openingSeq: opening === null ? null : BigInt(opening.seq),
  }
  if (outcome.state === 'cancelled') {
    decisions.decided.push({ ...decided, ...cancelledAs(row, outcome, excerpt) })
    return
  }
  decisions.decided.push({
    ...decided,
    state: 'completed',
    result: outcome.result,
    closingPrice: outcome.closing.price,
    closingTimeMs: BigInt(outcome.closing.timeMs),
    profitMicros: outcome.profitMicros,
    causeSeq: null,
    ifCountedMicros: null,
  })
}

function cancelledAs(row: ContractRow, outcome: Cancelled, excerpt: LogExcerpt) {
  const contract = toFrozenContract(row)
  const opening = outcome.opening ?? openingOf(row)
  return {
    state: 'cancelled' as const,
    cancelReason: outcome.reason,
    profitMicros: 0n,
    causeSeq: causeSeqOf(contract, outcome, excerpt),
    ifCountedMicros: opening === null ? null : profitIfCounted(contract, opening, excerpt),
  }
}
