import { ensure } from '@truestrike/core/assert.ts'
import type { Role } from '@truestrike/protocol/permissions.ts'
import { findOperatorInvite, getOrCreateOperatorInvite } from '../accounts/operator-invite.ts'
import { usernameKey } from '../accounts/registration-fields.ts'
import { type AuditEntry, writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import { allowLongRest } from '../platform/long-rest.ts'
import type { PasswordHasher } from '../platform/password-hasher.ts'
import type { RandomBytes } from '../platform/secret-token.ts'
import { carryOutStep } from '../platform/start-step.ts'
import { administratorSubject, roleAudited } from './admin-audit.ts'
import { deleteAdminFactor } from './admin-factor.store.ts'
import { revokeAdminSessions } from './admin-sessions.store.ts'
import { lockAdministrators, setDisabled, setRole } from './administrator-acts.store.ts'
import {
  type AdministratorRow,
  getChiefAdministrator,
  insertAdministrator,
  setOneTimePassword,
} from './administrators.store.ts'
import {
  type FirstRun,
  firstRunAsidePath,
  firstRunPath,
  readFirstRun,
  removeFirstRun,
  writeFirstRun,
} from './first-run-file.ts'
import { dayMs, newOneTimePassword, oneTimeExpiryMs } from './one-time-password.ts'

const FIRST_ADMINISTRATOR = 'administrator'
const OWNER_ROLE = 'owner' satisfies Role
const INVITE_CODE = /^\w+$/
/** Lets one process of several create the first administrator. */
const LOCK_KEY = 7_482_913_056n

export interface FirstRunParts {
  db: Db
  clock: Clock
  hasher: PasswordHasher
  random: RandomBytes
  dataDir: string
  /** Origin without a trailing slash: what the invite link begins with. */
  publicUrl: string
}

export interface FirstRunResult extends FirstRun {
  /** The administrator was created just now. */
  created: boolean
}

/** Times that another process may change the administrator in between. */
const TRIES_MAX = 8

/**
 * Creates the first administrator and the operator's invite code when there are none, and keeps what the operator
 * needs in `DATA_DIR/first-run.json`. Safe to call at every start and from several processes. A password that was kept
 * for another database with the same folder is set aside, and comes back with that database.
 */
export async function prepareFirstRun(parts: FirstRunParts): Promise<FirstRunResult> {
  const password = newOneTimePassword(parts.random)
  const passwordHash = await parts.hasher.hash(password, null)
  // The transaction creates only what is missing.
  const attempt = async () =>
    writeOnce(parts, { password, passwordHash, kept: await findKeptPassword(parts) })
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const done = await carryOutStep(attempt)
    if (done !== null) return done
  }
  throw new Error('the first administrator changed at every try')
}

/** The kept password found to be the administrator's who has this hash; undefined: none of those that are kept. */
interface KeptPassword {
  passwordHash: string
  password: string | undefined
}

interface FirstPasswords {
  password: string
  passwordHash: string
  kept: KeptPassword | null
}

/**
 * Hashing takes as long as the machine is busy, and would hold up all other processes inside of the transaction. Null: there is
 * no administrator yet, or none whose one-time password still counts.
 */
async function findKeptPassword({ db, clock, hasher, dataDir }: FirstRunParts): Promise<KeptPassword | null> {
  const present = await getChiefAdministrator(db)
  if (present === null || !isOneTime(present, clock)) return null
  const inviteCode = await findOperatorInvite(db)
  const paths = [
    firstRunPath(dataDir),
    ...(inviteCode === null ? [] : [firstRunAsidePath(dataDir, inviteCode)]),
  ]
  const { passwordHash } = present
  for (const path of paths) {
    const password = (await readFirstRun(path))?.adminPassword
    if (password !== undefined && (await hasher.verify(passwordHash, password, null)))
      return { passwordHash, password }
  }
  return { passwordHash, password: undefined }
}

/** Null: meanwhile another process has changed the administrator, whose kept password has to be looked for anew. */
async function writeOnce(
  parts: FirstRunParts,
  { password, passwordHash, kept: found }: FirstPasswords,
): Promise<FirstRunResult | null> {
  const { db, clock, random, dataDir } = parts
  return await db.tx(async (sql) => {
    // Files are written inside: what they hold is known under the lock alone.
    await allowLongRest(sql)
    await sql.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    const inviteCode = await getOrCreateOperatorInvite(sql, clock.nowMs(), random)
    const present = await getChiefAdministrator(sql)
    const isLookedFor =
      present === null || !isOneTime(present, clock) || found?.passwordHash === present.passwordHash
    if (!isLookedFor) return null
    if (present === null) await createAdministrator(sql, parts, passwordHash)
    const path = firstRunPath(dataDir)
    const kept = await readFirstRun(path)
    const stillValid = present !== null && isOneTime(present, clock) ? found?.password : undefined
    const adminPassword = present === null ? password : stillValid
    const content: FirstRun = {
      inviteCode,
      inviteLink: `${parts.publicUrl}/login/register?code=${inviteCode}`,
      adminUsername: present?.username ?? FIRST_ADMINISTRATOR,
      ...(adminPassword === undefined ? {} : { adminPassword }),
    }
    if (kept !== null && kept.adminPassword !== adminPassword) await setAside(dataDir, kept, inviteCode)
    // Before the commit: a crash in between leaves a file that the next start writes anew, never an unknown password.
    if (JSON.stringify(kept) !== JSON.stringify(content)) await writeFirstRun(path, content)
    await removeFirstRun(firstRunAsidePath(dataDir, inviteCode))
    return { ...content, created: present === null }
  })
}

/**
 * Issues a new one-time password for the oldest owner and ends his sessions: the way back in. Of who has lost his second
 * factor too, and has no other owner to ask, it is removed. Where no owner is left who can sign in and do everything, the
 * first administrator becomes one.
 */
export async function reissueAdminPassword(
  parts: FirstRunParts,
  { removesTwoFactor = false } = {},
): Promise<FirstRunResult> {
  const first = await prepareFirstRun(parts)
  if (first.created) return first
  const { db, clock, dataDir } = parts
  const adminPassword = newOneTimePassword(parts.random)
  const passwordHash = await parts.hasher.hash(adminPassword, null)
  return await db.tx(async (sql) => {
    // The file is written inside, so that a password that counts is always in it.
    await allowLongRest(sql)
    await sql.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    await lockAdministrators(sql)
    const admin = await getChiefAdministrator(sql)
    if (admin === null) throw new Error('there is no administrator')
    await makeOwner(sql, clock, admin)
    const times = { expiresAtMs: oneTimeExpiryMs(clock), nowMs: clock.nowMs(), dayMs: dayMs(clock) }
    await setOneTimePassword(sql, admin.id, { passwordHash, ...times })
    await revokeAdminSessions(sql, admin.id, null, clock.nowMs())
    await writeAudit(sql, auditOf(clock, 'admin.reset-password', admin.id))
    if (removesTwoFactor && (await deleteAdminFactor(sql, admin.id))) {
      await writeAudit(sql, auditOf(clock, 'admin.reset-two-factor', admin.id))
    }
    const content = { ...first, adminUsername: admin.username, adminPassword }
    const { created: _, ...file } = content
    await writeFirstRun(firstRunPath(dataDir), file)
    return content
  })
}

/** Changes nothing of who is one. */
async function makeOwner(sql: Sql, clock: Clock, admin: AdministratorRow): Promise<void> {
  const { id, role, permissions, disabled } = admin
  if (role !== OWNER_ROLE || permissions.length > 0) {
    await setRole(sql, id, OWNER_ROLE, [])
    const change = { before: roleAudited(role, permissions), after: roleAudited(OWNER_ROLE, []) }
    await writeAudit(sql, { ...auditOf(clock, 'admin.change-role', id), ...change })
  }
  if (disabled) {
    await setDisabled(sql, id, false)
    const change = { before: { disabled }, after: { disabled: false } }
    await writeAudit(sql, { ...auditOf(clock, 'admin.enable', id), ...change })
  }
}

async function createAdministrator(sql: Sql, parts: FirstRunParts, passwordHash: string): Promise<void> {
  const created = await insertAdministrator(sql, {
    username: FIRST_ADMINISTRATOR,
    usernameKey: usernameKey(FIRST_ADMINISTRATOR),
    passwordHash,
    passwordExpiresAtMs: oneTimeExpiryMs(parts.clock),
    role: OWNER_ROLE,
    createdAtMs: parts.clock.nowMs(),
    dayMs: dayMs(parts.clock),
    createdBy: null,
  })
  const adminId = ensure(created)
  await writeAudit(sql, auditOf(parts.clock, 'admin.create', adminId))
}

/** Whether the administrator has yet to replace a one-time password, and still can. */
function isOneTime({ mustChangePassword, passwordExpiresAtMs }: AdministratorRow, clock: Clock): boolean {
  const isExpired = passwordExpiresAtMs !== null && clock.nowMs() >= Number(passwordExpiresAtMs)
  return mustChangePassword && !isExpired
}

/** What another database's administrator still needs. */
async function setAside(dataDir: string, other: Partial<FirstRun>, inviteCode: string): Promise<void> {
  const { adminPassword, inviteCode: otherCode = '' } = other
  if (adminPassword === undefined || otherCode === inviteCode || !INVITE_CODE.test(otherCode)) return
  await writeFirstRun(firstRunAsidePath(dataDir, otherCode), other)
}

const auditOf = (clock: Clock, action: string, adminId: bigint): AuditEntry => ({
  atMs: clock.nowMs(),
  actorKind: 'system',
  actorId: null,
  action,
  subject: administratorSubject(adminId),
  ip: null,
})
