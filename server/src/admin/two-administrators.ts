import {
  mayDo,
  namesFor,
  type Permission,
  permissionsOf,
  rolesFor,
} from '@truestrike/protocol/permissions.ts'
import { type ActsOfTwo, type Another, bothFromMs, tooNew, type Waits } from '../platform/acts-of-two.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import {
  firstAgreeingMs,
  holdAdministrator,
  holdAgreeing,
  listAdministratorNames,
  listAgreeing,
  type Needed,
} from './administrators.store.ts'

/** Administrators as acts of two need them. */
export function createTwoAdministrators({ db, clock }: { db: Db; clock: Clock }): ActsOfTwo {
  /** Those that are still ahead. */
  const ahead = (rows: readonly { id: bigint; fromMs: bigint }[]): Waits => {
    const nowMs = clock.nowMs()
    return new Map(
      rows.flatMap(({ id, fromMs }) => (Number(fromMs) > nowMs ? [[id, Number(fromMs)] as const] : [])),
    )
  }
  const waitsOf = async (ids: readonly bigint[]): Promise<Waits> => ahead(await listAgreeing(db, ids))

  async function mayStill(sql: Sql, adminId: bigint, permission: Permission): Promise<boolean> {
    const row = await holdAdministrator(sql, adminId)
    return row !== null && !row.disabled && mayDo(permissionsOf(row.role, row.permissions), permission)
  }

  return {
    ...{ mayStill, waitsOf },
    async anotherFor(adminId: bigint, permissions: readonly Permission[]): Promise<Another> {
      const other = await firstAgreeingMs(db, permissions.map(neededFor), adminId)
      if (other === null) return { available: false, fromMs: null }
      const own = (await waitsOf([adminId])).get(adminId) ?? 0
      const fromMs = Math.max(own, Number(other))
      return fromMs <= clock.nowMs() ? { available: true, fromMs: null } : { available: false, fromMs }
    },
    async admitTwo(sql: Sql, first: bigint, second: bigint, permission: Permission | null): Promise<void> {
      if (permission !== null && !(await mayStill(sql, first, permission)))
        throw new AppError('PROPOSER_GONE')
      const fromMs = bothFromMs(ahead(await holdAgreeing(sql, [first, second])), first, second)
      if (fromMs !== null) throw tooNew(fromMs)
    },
    namesOf: (ids: readonly bigint[]) => listAdministratorNames(db, ids),
  }
}

const neededFor = (permission: Permission): Needed => ({
  names: namesFor(permission),
  roles: rolesFor(permission),
})
