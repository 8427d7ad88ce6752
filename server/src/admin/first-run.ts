import { getOrCreateOperatorInvite } from '../accounts/operator-invite.ts'
import { usernameKey } from '../accounts/registration-fields.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { PasswordHasher } from '../platform/password-hasher.ts'
import { ALL_PERMISSIONS } from '../platform/permissions.ts'
import { type RandomBytes, randomText } from '../platform/secret-token.ts'
import { revokeAdminSessions } from './admin-sessions.store.ts'
import {
  type AdministratorRow,
  getFirstAdministrator,
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

const FIRST_ADMINISTRATOR = 'administrator'
const OWNER_ROLE = 'owner'
const ONE_TIME_PASSWORD_LIFE_MS = 24 * 3_600_000
/** About 117 bits; no signs that look alike. */
const PASSWORD_LENGTH = 20
const PASSWORD_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ'
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
  /** The administrator was created just now: the one time its password may be shown on a terminal. */
  created: boolean
}

/**
 * Creates the first administrator and the operator's invite code when there are none, and keeps what the operator
 * needs in `DATA_DIR/first-run.json`. Safe to call at every start and from several processes. A password that was kept
 * for another database with the same folder is set aside, and comes back with that database.
 */
export async function prepareFirstRun(parts: FirstRunParts): Promise<FirstRunResult> {
  const { db, clock, random, dataDir } = parts
  const password = newPassword(random)
  const passwordHash = await parts.hasher.hash(password)
  return await db.tx(async (sql) => {
    await sql.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    const inviteCode = await getOrCreateOperatorInvite(sql, clock.nowMs(), random)
    const present = await getFirstAdministrator(sql)
    if (present === null) await createAdministrator(sql, parts, passwordHash)
    const path = firstRunPath(dataDir)
    const asidePath = firstRunAsidePath(dataDir, inviteCode)
    const kept = await readFirstRun(path)
    const adminPassword =
      present === null ? password : await stillValid(parts, present, [kept, await readFirstRun(asidePath)])
    const content: FirstRun = {
      inviteCode,
      inviteLink: `${parts.publicUrl}/login/register?code=${inviteCode}`,
      adminUsername: present?.username ?? FIRST_ADMINISTRATOR,
      ...(adminPassword === undefined ? {} : { adminPassword }),
    }
    if (kept !== null && kept.adminPassword !== adminPassword) await setAside(dataDir, kept, inviteCode)
    // Before the commit: a crash in between leaves a file that the next start writes anew, never an unknown password.
    if (JSON.stringify(kept) !== JSON.stringify(content)) await writeFirstRun(path, content)
    await removeFirstRun(asidePath)
    return { ...content, created: present === null }
  })
}

/** Issues a new one-time password for the first administrator and ends his sessions: the way back in. */
export async function reissueAdminPassword(parts: FirstRunParts): Promise<FirstRunResult> {
  const first = await prepareFirstRun(parts)
  if (first.created) return first
  const { db, clock, dataDir } = parts
  const adminPassword = newPassword(parts.random)
  const passwordHash = await parts.hasher.hash(adminPassword)
  return await db.tx(async (sql) => {
    await sql.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    const admin = await getFirstAdministrator(sql)
    if (admin === null) throw new Error('there is no administrator')
    await setOneTimePassword(sql, admin.id, passwordHash, expiryOf(clock))
    await revokeAdminSessions(sql, admin.id, null, clock.nowMs())
    await writeAudit(sql, auditOf(clock, 'admin.reset-password', admin.id))
    const content = { ...first, adminPassword }
    const { created: _, ...file } = content
    await writeFirstRun(firstRunPath(dataDir), file)
    return content
  })
}

async function createAdministrator(sql: Sql, parts: FirstRunParts, passwordHash: string): Promise<void> {
  const adminId = await insertAdministrator(sql, {
    username: FIRST_ADMINISTRATOR,
    usernameKey: usernameKey(FIRST_ADMINISTRATOR),
    passwordHash,
    passwordExpiresAtMs: expiryOf(parts.clock),
    role: OWNER_ROLE,
    permissions: [ALL_PERMISSIONS],
    createdAtMs: parts.clock.nowMs(),
  })
  await writeAudit(sql, auditOf(parts.clock, 'admin.create', adminId))
}

/** The kept password that is this administrator's, while it can still be used. */
async function stillValid(
  { hasher, clock }: FirstRunParts,
  admin: AdministratorRow,
  candidates: readonly (Partial<FirstRun> | null)[],
): Promise<string | undefined> {
  const expired = admin.passwordExpiresAtMs !== null && clock.nowMs() >= Number(admin.passwordExpiresAtMs)
  if (!admin.mustChangePassword || expired) return undefined
  for (const { adminPassword } of candidates.map((candidate) => candidate ?? {})) {
    if (adminPassword !== undefined && (await hasher.verify(admin.passwordHash, adminPassword)))
      return adminPassword
  }
  return undefined
}

/** What another database's administrator still needs. */
async function setAside(dataDir: string, other: Partial<FirstRun>, inviteCode: string): Promise<void> {
  const { adminPassword, inviteCode: otherCode = '' } = other
  if (adminPassword === undefined || otherCode === inviteCode || !INVITE_CODE.test(otherCode)) return
  await writeFirstRun(firstRunAsidePath(dataDir, otherCode), other)
}

const newPassword = (random: RandomBytes): string => randomText(random, PASSWORD_ALPHABET, PASSWORD_LENGTH)

const expiryOf = (clock: Clock): number => Math.floor(clock.nowMs() + ONE_TIME_PASSWORD_LIFE_MS * clock.speed)

const auditOf = (clock: Clock, action: string, adminId: bigint) => ({
  atMs: clock.nowMs(),
  actorKind: 'system' as const,
  actorId: null,
  action,
  subject: `administrator:${adminId}`,
  ip: null,
})
