import type { LogEntry, VoidEntry } from '@truestrike/core/log-entry.ts'
import { winProfit } from '@truestrike/core/money.ts'
import type { Opening } from '@truestrike/core/opening.ts'
import { voidTouches } from '@truestrike/core/outcome.ts'
import type { Db } from '../platform/db.ts'
import { type ContractRow, toFrozenContract } from './contract-row.ts'
import { decideDue, decideOpenings, openingOf } from './decide-contracts.ts'
import type { PriceLog } from './traded-product.ts'
import {
  type EarlierMarks,
  firstTouchedAfter,
  listBehind,
  sumTouched,
  type TouchedFigures,
  type VoidAt,
} from './void-figures.store.ts'

const BEHIND_MAX = 1_000

export interface Measured {
  db: Db
  priceLog: PriceLog
  /** Settlement is behind by more than this: its figures would take long, and prices wait for them. */
  behindMax?: number
}

/**
 * What a void gives back, counted by the log before its entry: contracts that are not settled when it comes and end
 * after it, and those that lost before. Of whatever ended before the entry the log says how; that a contract is still to
 * be settled makes no difference. Null: settlement is too far behind, ask again.
 */
export async function measureVoid(
  { db, priceLog, behindMax = BEHIND_MAX }: Measured,
  at: VoidAt,
): Promise<TouchedFigures[] | null> {
  const behind = await listBehind(db, at, behindMax + 1)
  if (behind.length > behindMax) return null
  const firstSeq = await firstTouchedAfter(db, at)
  const seqs = [...behind.map(({ openAfterSeq }) => openAfterSeq), ...(firstSeq === null ? [] : [firstSeq])]
  if (seqs.length === 0) return []
  const afterSeq = Number(seqs.reduce((least, seq) => (seq < least ? seq : least)))
  const marks = earlierMarks(await priceLog.readMarks(at.productId, { afterSeq, beforeSeq: at.seq }))
  const figures = firstSeq === null ? [] : await sumTouched(db, at, marks)
  return added(figures, await judgeBehind(priceLog, behind, { at, marks }))
}

function earlierMarks(entries: readonly LogEntry[]): EarlierMarks {
  return {
    sources: entries.flatMap((entry): EarlierMarks['sources'] => {
      const { seq, timeMs } = entry
      if (entry.kind === 'restart') return [{ seq, timeMs, source: null }]
      return entry.kind === 'source' ? [{ seq, timeMs, source: entry.source }] : []
    }),
    voids: entries.filter((entry) => entry.kind === 'void'),
  }
}

type Judged = Pick<TouchedFigures, 'lost'> & { row: ContractRow }

/** Of contracts settlement has not come to, those the void gives their stake back. */
async function judgeBehind(
  priceLog: PriceLog,
  rows: readonly ContractRow[],
  { at, marks }: { at: VoidAt; marks: EarlierMarks },
): Promise<Judged[]> {
  const waiting = rows.filter((row) => openingOf(row) === null)
  const { openings, decided: ended } = await decideOpenings(priceLog, waiting)
  const opened = new Map<bigint, Opening | null>([
    ...openings.map(({ id, seq, timeMs, price }) => [id, { seq, timeMs, price }] as const),
    ...ended.map((row) => [row.id, openingOf(row)] as const),
  ])
  const touched = rows.flatMap((row) => {
    const opening = openingOf(row) ?? opened.get(row.id) ?? null
    if (opening === null || !touches(row, opening.timeMs, at)) return []
    if (
      marks.voids.some((earlier) => earlier.seq > row.openAfterSeq && touches(row, opening.timeMs, earlier))
    )
      return []
    const { seq, timeMs, price } = opening
    return [
      { ...row, openingSeq: BigInt(seq), openingTimeMs: BigInt(timeMs), openingPrice: price } as ContractRow,
    ]
  })
  const isDue = ({ expiresAtMs }: ContractRow): boolean => expiresAtMs < at.timeMs
  const { decided } = await decideDue(priceLog, touched.filter(isDue))
  const running = touched.filter((row) => !isDue(row) && !isOfOtherSource(row, marks))
  return [
    ...decided.filter(({ result }) => result === 'lost').map((row) => ({ lost: true, row })),
    ...running.map((row) => ({ lost: false, row })),
  ]
}

function touches(
  row: ContractRow,
  openingMs: number,
  at: Pick<VoidEntry, 'fromMs' | 'toMs' | 'timeMs'>,
): boolean {
  return voidTouches(at, toFrozenContract(row), { timeMs: openingMs })
}

function isOfOtherSource(row: ContractRow, { sources }: EarlierMarks): boolean {
  return sources.some(
    ({ seq, timeMs, source }) => seq > row.openAfterSeq && timeMs <= row.expiresAtMs && source !== row.source,
  )
}

function added(figures: readonly TouchedFigures[], judged: readonly Judged[]): TouchedFigures[] {
  const sums = new Map(figures.map((figure) => [`${figure.book} ${figure.lost}`, { ...figure }]))
  for (const { lost, row } of judged) {
    const { book, stakeMicros, payoutBps } = row
    const none = { book, lost, contracts: 0n, stakeMicros: 0n, profitMicros: 0n }
    const sum = sums.get(`${book} ${lost}`) ?? none
    sum.contracts += 1n
    sum.stakeMicros += stakeMicros
    sum.profitMicros += winProfit(stakeMicros, payoutBps)
    sums.set(`${book} ${lost}`, sum)
  }
  return [...sums.values()]
}
