import { ensure } from '@truestrike/core/assert.ts'
import type { Db, Sql } from '../platform/db.ts'
import { carryOutStep } from '../platform/start-step.ts'

export interface DepositMethodRow {
  id: bigint
  kind: 'bank' | 'wallet'
  name: string | null
  network: 'eth' | 'tron' | null
  address: string | null
  accountName: string | null
  accountNumber: string | null
  bankName: string | null
  instructions: string
  /** Name of a picture of the site. */
  picture: string | null
  isTest: boolean
  /** Null: it is offered, or nobody knows until when it was. */
  offeredUntilMs: bigint | null
}

/** As the operator has it, offered or not. */
export interface ConfiguredMethodRow extends Omit<DepositMethodRow, 'offeredUntilMs'> {
  enabled: boolean
}

const COLUMNS = `id, kind, name, network, address, account_name as "accountName", account_number as "accountNumber",
  bank_name as "bankName", instructions, picture, is_test as "isTest"`

/** Those that are offered, and those that were until after `endedAfterMs`; test ones only where they are allowed. */
export function listDepositMethods(
  sql: Sql,
  { withTest, endedAfterMs }: { withTest: boolean; endedAfterMs: number },
): Promise<DepositMethodRow[]> {
  return sql.query<DepositMethodRow>(
    `select ${COLUMNS}, offered_until_ms as "offeredUntilMs" from deposit_methods
    where ((enabled and not removed) or offered_until_ms > $2) and (not is_test or $1) order by sort, id`,
    [withTest, endedAfterMs],
  )
}

/** One there is or was. */
export async function getDepositMethod(sql: Sql, id: bigint): Promise<DepositMethodRow> {
  const [row] = await sql.query<DepositMethodRow>(
    `select ${COLUMNS}, offered_until_ms as "offeredUntilMs" from deposit_methods where id = $1`,
    [id],
  )
  return ensure(row)
}

/** Until when money could be sent where this one tells, in whatever words; null: it can, or nobody knows. */
export async function placeOfferedUntilMs(sql: Sql, id: bigint): Promise<bigint | null> {
  const [row] = await sql.query<{ untilMs: bigint | null }>(
    `select case when bool_or(m.enabled and not m.removed) then null else max(m.offered_until_ms) end as "untilMs"
    from deposit_methods own join deposit_methods m on m.is_test = own.is_test
      and row(m.network, m.address, m.account_name, m.account_number, m.bank_name)
        is not distinct from row(own.network, own.address, own.account_name, own.account_number, own.bank_name)
    where own.id = $1`,
    [id],
  )
  return ensure(row).untilMs
}

/** The operator's list. `lock`: nobody else changes it meanwhile. */
export function listConfiguredMethods(sql: Sql, { lock }: { lock: boolean }): Promise<ConfiguredMethodRow[]> {
  return sql.query<ConfiguredMethodRow>(
    `select ${COLUMNS}, enabled from deposit_methods where not removed order by sort, id
    ${lock ? 'for update' : ''}`,
  )
}

export type MethodToPut = Omit<ConfiguredMethodRow, 'id'>

export async function insertMethod(
  sql: Sql,
  method: MethodToPut,
  sort: number,
  nowMs: number,
): Promise<void> {
  await sql.query(
    `insert into deposit_methods (kind, network, address, account_name, account_number, bank_name, is_test, name,
      instructions, picture, enabled, sort, created_ms)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      ...[method.kind, method.network, method.address, method.accountName, method.accountNumber],
      ...[method.bankName, method.isTest, method.name, method.instructions, method.picture, method.enabled],
      ...[sort, nowMs],
    ],
  )
}

/** Whether it is offered, and where in the list; what users are told of it stays. */
export async function placeMethod(
  sql: Sql,
  { id, enabled, sort }: { id: bigint; enabled: boolean; sort: number },
  nowMs: number,
): Promise<void> {
  await sql.query(
    `update deposit_methods set enabled = $2, sort = $3,
      offered_until_ms = case when $2 then null when enabled then $4::bigint else offered_until_ms end
    where id = $1`,
    [id, enabled, sort, nowMs],
  )
}

/** Off the list; deposits made by it keep it. */
export async function removeMethods(sql: Sql, ids: readonly bigint[], nowMs: number): Promise<void> {
  await sql.query(
    `update deposit_methods set removed = true, enabled = false,
      offered_until_ms = case when enabled then $2::bigint else offered_until_ms end
    where id = any ($1::bigint[])`,
    [[...ids], nowMs],
  )
}

/** All there ever were of a kind. */
export async function listMethodsOfKind(sql: Sql, kind: DepositMethodRow['kind']): Promise<bigint[]> {
  const rows = await sql.query<{ id: bigint }>('select id from deposit_methods where kind = $1', [kind])
  return rows.map(({ id }) => id)
}

/** Whom money could be sent to in test mode: nobody. The addresses are known to have no key, the account does not exist. */
const TEST_METHODS = {
  kinds: ['bank', 'wallet', 'wallet'],
  networks: [null, 'tron', 'eth'],
  addresses: [null, 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', '0x000000000000000000000000000000000000dEaD'],
  accountNames: ['TEST – NO REAL MONEY', null, null],
  accountNumbers: ['TEST 0000 0000 0000', null, null],
  bankNames: ['TEST BANK', null, null],
}

/** Once, however many processes start: a database that has any method, or had one, gets none. */
export async function seedTestMethods(db: Db, nowMs: number): Promise<void> {
  const found = await db.query('select 1 from deposit_methods limit 1')
  if (found.length > 0) return
  await carryOutStep(() =>
    db.tx(async (sql) => {
      await sql.exec('lock table deposit_methods in share row exclusive mode')
      await insertTestMethods(sql, nowMs)
    }),
  )
}

async function insertTestMethods(sql: Sql, nowMs: number): Promise<void> {
  await sql.query(
    `insert into deposit_methods (kind, network, address, account_name, account_number, bank_name, is_test, sort, created_ms)
    select u.kind, u.network, u.address, u.account_name, u.account_number, u.bank_name, true, u.ord, $7
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) with ordinality
      as u (kind, network, address, account_name, account_number, bank_name, ord)
    where not exists (select 1 from deposit_methods)`,
    [
      TEST_METHODS.kinds,
      TEST_METHODS.networks,
      TEST_METHODS.addresses,
      TEST_METHODS.accountNames,
      TEST_METHODS.accountNumbers,
      TEST_METHODS.bankNames,
      nowMs,
    ],
  )
}
