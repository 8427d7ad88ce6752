import { assert, ensure } from '@truestrike/core/assert.ts'
import type { LogEntry } from '@truestrike/core/log-entry.ts'
import { createLogExcerpt } from '@truestrike/core/log-excerpt.ts'
import { outcomeOf } from '@truestrike/core/outcome.ts'
import { auditLedger } from '../../src/ledger/ledger-audit.ts'
import { readEntries } from '../../src/market/read-log.ts'
import type { Db } from '../../src/platform/db.ts'
import { type ContractRow, toFrozenContract } from '../../src/trading/contract-row.ts'
import { listContractsById } from '../../src/trading/contracts.store.ts'

const ENTRIES_PER_READ = 50_000
const CONTRACTS_PER_READ = 2_000

export interface StoredCounts {
  contracts: number
  open: number
}

/** Watches that what must always hold does; throws at the first thing that does not. */
export interface SimulationAudit {
  /** Cheap, after every step: sums per book, signs, and that nothing settled changes. */
  step(): Promise<StoredCounts>
  /** Everything: the ledger from its transfers, the figures of months, and every contract settled since the last time from the log. */
  full(): Promise<void>
  /** Ids settled lately, newest last. */
  settledLately(): bigint[]
  readonly replayed: number
  readonly cancelled: number
}

interface SettledRow {
  id: bigint
  told: string
  settled_at_ms: bigint
}

export function createSimulationAudit(db: Db): SimulationAudit {
  const settled = new Map<bigint, string>()
  const logs = new Map<number, LogEntry[]>()
  let sinceMs = 0n
  let unplayed: bigint[] = []
  let lately: bigint[] = []
  let cancelled = 0
  let replayed = 0

  const takeSettled = async (fromMs: bigint): Promise<void> => {
    const rows = await db.query<SettledRow>(
      `select id, settled_at_ms, state || ' ' || coalesce(result, cancel_reason, '') || ' ' || profit_micros as told
      from contracts where settled_at_ms >= $1 order by settled_at_ms, id`,
      [fromMs],
    )
    for (const { id, told, settled_at_ms } of rows) {
      const known = settled.get(id)
      assert(known === undefined || known === told, `contract ${id} was ${known} and is ${told}`)
      if (known === undefined) {
        unplayed.push(id)
        if (told.startsWith('cancelled')) cancelled += 1
      }
      settled.set(id, told)
      if (settled_at_ms > sinceMs) sinceMs = settled_at_ms
    }
  }
  const logOf = async (productId: number): Promise<LogEntry[]> => {
    const log = logs.get(productId) ?? []
    logs.set(productId, log)
    for (;;) {
      const read = await readEntries(db, productId, { fromSeq: log.length + 1, limit: ENTRIES_PER_READ })
      for (const entry of read) {
        log.push(entry)
        assert(entry.seq === log.length, `entry ${entry.seq} of product ${productId} stands at ${log.length}`)
      }
      if (read.length < ENTRIES_PER_READ) return log
    }
  }
  const replay = async (ids: readonly bigint[]): Promise<void> => {
    for (let at = 0; at < ids.length; at += CONTRACTS_PER_READ) {
      const rows = await listContractsById(db, ids.slice(at, at + CONTRACTS_PER_READ))
      for (const productId of new Set(rows.map((row) => row.productId))) {
        const excerpt = createLogExcerpt(await logOf(productId))
        for (const row of rows)
          if (row.productId === productId) assertReplay(row, outcomeOf(toFrozenContract(row), excerpt))
      }
      replayed += rows.length
    }
  }
  return {
    async step() {
      // The clock may have been set back a little since.
      await takeSettled(sinceMs - 1_000n)
      return assertBalanced(db)
    },
    async full() {
      await takeSettled(0n)
      const [row] = await db.query<{ n: bigint }>(
        `select count(*) as n from contracts where state in ('completed', 'cancelled')`,
      )
      assert(Number(ensure(row).n) === settled.size, 'no settled contract is gone')
      const report = await auditLedger(db)
      const faults = report.checks.flatMap(({ name, faults: found }) =>
        found.map((fault) => `${name}: ${fault}`),
      )
      assert(faults.length === 0, faults.join('\n'))
      await assertMonthsCounted(db)
      await replay(unplayed)
      lately = unplayed
      unplayed = []
    },
    settledLately: () => lately,
    get replayed() {
      return replayed
    },
    get cancelled() {
      return cancelled
    },
  }
}

async function assertBalanced(db: Db): Promise<StoredCounts> {
  const rows = await db.query<{ book: string; sum: bigint; least: bigint; in_position: bigint }>(
    `select book, sum(amount)::bigint as sum, min(least)::bigint as least, sum(in_position)::bigint as in_position from (
      select book, available_micros + in_position_micros + frozen_micros as amount,
        least(available_micros, in_position_micros, frozen_micros) as least, in_position_micros as in_position from user_balances
      union all select book, balance_micros, case when account = 'fees' then balance_micros else 0 end, 0 from system_balances
    ) b group by book`,
  )
  const open = await db.query<{ book: string; n: bigint; stakes: bigint }>(
    `select book, count(*) as n, sum(stake_micros)::bigint as stakes from contracts where state in ('opening', 'running') group by book`,
  )
  for (const { book, sum, least, in_position } of rows) {
    assert(sum === 0n, `the ${book} book sums to ${sum}`)
    assert(least >= 0n, `an account of the ${book} book is at ${least}`)
    const stakes = open.find((row) => row.book === book)?.stakes ?? 0n
    assert(in_position === stakes, `${in_position} in position of the ${book} book, stakes of ${stakes}`)
  }
  const [all] = await db.query<{ n: bigint }>('select count(*) as n from contracts')
  return { contracts: Number(ensure(all).n), open: open.reduce((count, { n }) => count + Number(n), 0) }
}

/** What everybody is told of a month is what its contracts say, each counted once. */
async function assertMonthsCounted(db: Db): Promise<void> {
  const wrong = await db.query<{ told: string }>(
    `select format('%s %s %s: told %s of %s, settled %s of %s', month, book, outcome, m.n, m.stakes, c.n, c.stakes) as told
    from (
      select month, book::text, outcome, sum(contracts) as n, sum(stake_micros) as stakes from monthly_contracts group by 1, 2, 3
    ) m full join (
      select month_of_ms(settled_at_ms) as month, book::text,
        coalesce(cancel_reason::text, case result::text when 'equal' then 'equal' else 'decided' end) as outcome,
        count(*) as n, sum(stake_micros) as stakes
      from contracts where settled_at_ms is not null group by 1, 2, 3
    ) c using (month, book, outcome)
    where m.n is distinct from c.n or m.stakes is distinct from c.stakes`,
  )
  assert(wrong.length === 0, wrong.map(({ told }) => told).join('\n'))
}

function assertReplay(row: ContractRow, outcome: ReturnType<typeof outcomeOf>): void {
  const told =
    outcome.state === 'completed'
      ? [outcome.state, outcome.result, outcome.profitMicros, outcome.opening.price, outcome.closing.price]
      : outcome.state === 'cancelled'
        ? [outcome.state, outcome.reason, 0n, outcome.opening?.price ?? null, null]
        : [outcome.state]
  const { state, result, cancelReason, profitMicros, openingPrice, closingPrice } = row
  const stored = [state, result ?? cancelReason, profitMicros, openingPrice, closingPrice]
  assert(
    told.join() === stored.join(),
    `contract ${row.id} is ${stored.join()}, its log gives ${told.join()}`,
  )
}
