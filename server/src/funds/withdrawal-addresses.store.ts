import type { Sql } from '../platform/db.ts'

export interface AddressRow {
  id: bigint
  network: 'eth' | 'tron'
  address: string
  label: string
  isDefault: boolean
}

/** The default one first, then in the order they were saved. */
export function listAddresses(sql: Sql, userId: bigint): Promise<AddressRow[]> {
  return sql.query<AddressRow>(
    `select id, network, address, label, is_default as "isDefault" from withdrawal_addresses
    where user_id = $1 order by is_default desc, id`,
    [userId],
  )
}

/** Its id; null: it is saved already. */
export async function insertAddress(
  sql: Sql,
  { userId, network, address, label, isDefault }: Omit<AddressRow, 'id'> & { userId: bigint },
  nowMs: number,
): Promise<bigint | null> {
  const rows = await sql.query<{ id: bigint }>(
    `insert into withdrawal_addresses (user_id, network, address, label, is_default, created_ms)
    values ($1, $2, $3, $4, $5, $6) on conflict (user_id, network, address) do nothing returning id`,
    [userId, network, address, label, isDefault, nowMs],
  )
  return rows[0]?.id ?? null
}

/** The one default; null: none. */
export async function setDefaultAddress(sql: Sql, userId: bigint, id: bigint | null): Promise<void> {
  await sql.query(
    'update withdrawal_addresses set is_default = false where user_id = $1 and is_default and id is distinct from $2',
    [userId, id],
  )
  if (id === null) return
  await sql.query('update withdrawal_addresses set is_default = true where user_id = $1 and id = $2', [
    userId,
    id,
  ])
}

export async function setAddressLabel(sql: Sql, userId: bigint, id: bigint, label: string): Promise<void> {
  await sql.query('update withdrawal_addresses set label = $3 where user_id = $1 and id = $2', [
    userId,
    id,
    label,
  ])
}

export async function deleteAddress(sql: Sql, userId: bigint, id: bigint): Promise<void> {
  await sql.query('delete from withdrawal_addresses where user_id = $1 and id = $2', [userId, id])
}

/** Answers which there were. */
export function deleteAddressesOf(sql: Sql, userId: bigint, beforeMs: number): Promise<AddressRow[]> {
  return sql.query<AddressRow>(
    `delete from withdrawal_addresses where user_id = $1 and created_ms <= $2
     returning id, network, address, label, is_default as "isDefault"`,
    [userId, beforeMs],
  )
}
