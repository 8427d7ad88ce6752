import type { Administrator } from '@truestrike/protocol/administrator-endpoints.ts'
import { covers, isPermission, permissionsOf, ROLES, type Role } from '@truestrike/protocol/permissions.ts'
import { mixesWritings, usernameFault, usernameKey } from '../accounts/registration-fields.ts'
import { AppError, faultyField } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { PasswordHasher } from '../platform/password-hasher.ts'
import type { AdminPrincipal } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import type { RandomBytes } from '../platform/secret-token.ts'
import {
  type AdministratorAct,
  type AdministratorActor,
  createActOn,
  holdRights,
} from './act-on-administrator.ts'
import { actAudit, administratorSubject, roleAudited } from './admin-audit.ts'
import { deleteAdminFactor } from './admin-factor.store.ts'
import { type LiveSince, revokeAdminSessions } from './admin-sessions.store.ts'
import {
  getManaged,
  listManaged,
  setDisabled,
  setRole,
  touchAdministrator,
} from './administrator-acts.store.ts'
import { type AdministratorView, createAdministratorView } from './administrator-view.ts'
import { insertAdministrator, setAgreeing, setOneTimePassword } from './administrators.store.ts'
import { dayMs, newOneTimePassword, oneTimeExpiryMs } from './one-time-password.ts'

const PAGE_DEFAULT = 30

interface Parts {
  db: Db
  clock: Clock
  random: RandomBytes
  hasher: PasswordHasher
  liveSince(): LiveSince
}

type PartsSeen = Parts & {
  view: AdministratorView
  newPassword(ip: string): Promise<{ oneTimePassword: string; hash: string }>
}

interface ListQuery {
  role?: Role
  state?: 'active' | 'disabled'
  search?: string
  cursor?: string
  limit?: number
}

/** Who the administrators are. Nobody acts on himself, nor on somebody who may do what he may not, nor gives what he has not. */
export function createAdministratorsService(given: Parts) {
  const { random, hasher } = given
  const view = createAdministratorView(given.liveSince, given.clock)
  const newPassword = async (ip: string) => {
    const oneTimePassword = newOneTimePassword(random)
    return { oneTimePassword, hash: await hasher.hash(oneTimePassword, ip) }
  }
  const parts = { ...given, view, newPassword }
  return { ...createListing(parts), ...createSteps(parts) }
}

function createListing({ db, clock, view, newPassword }: PartsSeen) {
  return {
    async list(admin: AdminPrincipal, { role, state, search, cursor, limit = PAGE_DEFAULT }: ListQuery) {
      const rows = await listManaged(db, {
        ...{ role: role ?? null, disabled: state === undefined ? null : state === 'disabled' },
        part: search === undefined ? null : usernameKey(search.trim()),
        ...{ cursorId: parseRowId(cursor), limit: limit + 1 },
      })
      const page = rows.slice(0, limit)
      return {
        administrators: await view.toWire(db, page, admin),
        nextCursor: rows.length > limit ? (page.at(-1)?.id.toString() ?? null) : null,
      }
    },

    /** Errors: ADMINISTRATOR_NOT_FOUND. */
    async get(admin: AdminPrincipal, id: bigint | null): Promise<Administrator> {
      const row = id === null ? null : await getManaged(db, id)
      const [administrator] = row === null ? [] : await view.toWire(db, [row], admin)
      if (administrator === undefined) throw new AppError('ADMINISTRATOR_NOT_FOUND')
      return administrator
    },

    /** Errors: INVALID_PARAMETERS naming `username`, USERNAME_MIXED, USERNAME_EXISTS, PERMISSION_DENIED. */
    async create({ admin, request }: AdministratorActor, form: { username: string; role: Role }) {
      const { role } = form
      const username = form.username.normalize('NFC')
      const fault = usernameFault(username)
      if (fault !== null) throw faultyField('username', fault)
      if (mixesWritings(username)) throw new AppError('USERNAME_MIXED')
      const { oneTimePassword, hash } = await newPassword(request.ip)
      const administrator = await db.tx(async (sql) => {
        const rights = await holdRights(sql, admin)
        if (!covers(rights, [...ROLES[role], 'roles'])) throw new AppError('PERMISSION_DENIED')
        const id = await insertAdministrator(sql, {
          ...{ username, usernameKey: usernameKey(username), passwordHash: hash, role },
          ...{ passwordExpiresAtMs: oneTimeExpiryMs(clock), createdAtMs: clock.nowMs() },
          ...{ createdBy: admin.adminId, dayMs: dayMs(clock) },
        })
        if (id === null) throw new AppError('USERNAME_EXISTS')
        const act = { atMs: clock.nowMs(), action: 'admin.create', subject: administratorSubject(id) }
        await writeAudit(sql, actAudit(admin, request, { ...act, after: { username, role } }))
        return await view.toWireOne(sql, id, admin)
      })
      return { administrator, oneTimePassword }
    },
  }
}

const dayOf = (clock: Clock) => ({ nowMs: clock.nowMs(), dayMs: dayMs(clock) })

/** Errors of all: those of `createActOn`. */
function createSteps(parts: PartsSeen) {
  const { clock, newPassword } = parts
  const actOn = createActOn(parts)
  const endAll = (sql: Sql, id: bigint) => revokeAdminSessions(sql, id, null, clock.nowMs())

  return {
    /** All of a role, or parts of it. Errors: INVALID_PARAMETERS for what the role has not; PERMISSION_DENIED also for what the actor has not. */
    setRole: (
      on: AdministratorAct,
      { role, permissions: own = [] }: { role: Role; permissions?: string[] },
    ) =>
      actOn(on, async (sql, { id, role: old, permissions }, rights) => {
        if (!own.every(isPermission) || !covers(ROLES[role], own)) throw faultyField('permissions', 'enum')
        if (!covers(rights, permissionsOf(role, own))) throw new AppError('PERMISSION_DENIED')
        const isMore = !covers(permissionsOf(old, permissions), permissionsOf(role, own))
        if (isMore) await setAgreeing(sql, id, dayOf(clock))
        await setRole(sql, id, role, own)
        return {
          action: 'admin.change-role',
          before: roleAudited(old, permissions),
          after: roleAudited(role, own),
        }
      }),

    disable: (on: AdministratorAct) =>
      actOn(on, async (sql, { id, disabled }) => {
        await setDisabled(sql, id, true)
        await endAll(sql, id)
        return { action: 'admin.disable', before: { disabled }, after: { disabled: true } }
      }),

    enable: (on: AdministratorAct) =>
      actOn(on, async (sql, { id, disabled }) => {
        if (disabled) await setAgreeing(sql, id, dayOf(clock))
        await setDisabled(sql, id, false)
        return { action: 'admin.enable', before: { disabled }, after: { disabled: false } }
      }),

    async resetPassword(on: AdministratorAct) {
      const { oneTimePassword, hash } = await newPassword(on.request.ip)
      const administrator = await actOn(on, async (sql, { id }) => {
        const times = { expiresAtMs: oneTimeExpiryMs(clock), ...dayOf(clock) }
        await setOneTimePassword(sql, id, { passwordHash: hash, ...times })
        return { action: 'admin.reset-password', after: { endedSessions: await endAll(sql, id) } }
      })
      return { administrator, oneTimePassword }
    },

    resetTwoFactor: (on: AdministratorAct) =>
      actOn(on, async (sql, { id, hasTwoFactor: twoFactor }) => {
        await deleteAdminFactor(sql, id)
        await setAgreeing(sql, id, dayOf(clock))
        await endAll(sql, id)
        await touchAdministrator(sql, id)
        return { action: 'admin.reset-two-factor', before: { twoFactor }, after: { twoFactor: false } }
      }),

    endSessions: (on: AdministratorAct) =>
      actOn(on, async (sql, { id }) => {
        const ended = await endAll(sql, id)
        await touchAdministrator(sql, id)
        return { action: 'admin.end-sessions', after: { ended } }
      }),
  }
}
