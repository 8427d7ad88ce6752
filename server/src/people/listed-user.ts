import type { ListedUser } from '@truestrike/protocol/people-endpoints.ts'
import type { listDirectory } from '../accounts/user-directory.service.ts'
import { listWireBalances } from '../ledger/ledger.service.ts'
import type { Sql } from '../platform/db.ts'
import { maskEmail, maskPhone } from './masked-address.ts'

type Row = Awaited<ReturnType<typeof listDirectory>>[number]

/** `isWhole`: with the whole addresses. */
export function listedFields(row: Row, isWhole: boolean) {
  const { id: _, email, phone, joinedMs, lastLoginMs, ...same } = row
  return {
    ...same,
    email: isWhole ? email : maskEmail(email),
    phone: isWhole ? phone : maskPhone(phone),
    joinedMs: Number(joinedMs),
    lastLoginMs: lastLoginMs === null ? null : Number(lastLoginMs),
  }
}

/** Users with what both books of theirs hold. */
export async function toListedUsers(sql: Sql, rows: readonly Row[], isWhole: boolean): Promise<ListedUser[]> {
  const balances = await listWireBalances(
    sql,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const own = balances.get(row.id)
    const totals = { real: own?.real.total ?? '0.00', demo: own?.demo.total ?? '0.00' }
    return { ...listedFields(row, isWhole), ...totals }
  })
}
