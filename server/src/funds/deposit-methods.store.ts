import type { Sql } from '../platform/db.ts'

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
  isTest: boolean
}

/** Those that are offered; test ones only where they are allowed. */
export function listDepositMethods(
  sql: Sql,
  { withTest }: { withTest: boolean },
): Promise<DepositMethodRow[]> {
  return sql.query<DepositMethodRow>(
    `select id, kind, name, network, address, account_name as "accountName", account_number as "accountNumber",
      bank_name as "bankName", instructions, is_test as "isTest"
    from deposit_methods where enabled and (not is_test or $1) order by sort, id`,
    [withTest],
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

/** Once: a database that has any method, or had one, gets none. */
export async function seedTestMethods(sql: Sql, nowMs: number): Promise<void> {
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
