import type { IdentityPaper } from '@truestrike/protocol/profile-endpoints.ts'
import type { Sql } from '../platform/db.ts'

export type DocumentSide = 'front' | 'back'

export interface IdentityCheckRow {
  id: bigint
  userId: bigint
  document: IdentityPaper
  /** Sealed. */
  realName: string
  state: 'pending' | 'verified' | 'refused' | 'revoked'
  /** Of a refusal, or of a confirmation that was revoked. */
  reason: string | null
  submittedMs: bigint
  decidedMs: bigint | null
  /** Null: not decided, or before this was recorded. */
  decidedBy: bigint | null
  revokedMs: bigint | null
  revokedBy: bigint | null
}

const COLUMNS = `id, user_id as "userId", document, real_name as "realName", state, reason,
  submitted_at_ms as "submittedMs", decided_at_ms as "decidedMs", decided_by as "decidedBy",
  revoked_at_ms as "revokedMs", revoked_by as "revokedBy"`

export async function getNewestCheck(sql: Sql, userId: bigint): Promise<IdentityCheckRow | null> {
  const [row] = await sql.query<IdentityCheckRow>(
    `select ${COLUMNS} from identity_checks where user_id = $1 order by id desc limit 1`,
    [userId],
  )
  return row ?? null
}

export interface PendingCheck {
  id: bigint
  userId: bigint
  submittedMs: bigint
}

/** Those that wait for a reviewer, longest first. */
export function listPendingChecks(sql: Sql, limit: number, afterId = 0n): Promise<PendingCheck[]> {
  return sql.query<PendingCheck>(
    `select id, user_id as "userId", submitted_at_ms as "submittedMs" from identity_checks
     where state = 'pending' and id > $2 order by id limit $1`,
    [limit, afterId],
  )
}

export interface DecidedCheck extends PendingCheck {
  state: 'verified' | 'refused' | 'revoked'
  decidedMs: bigint
  decidedBy: bigint | null
}

/** The newest check of each user whose newest one is decided, newest first; a revocation is the newest decision. */
export function listDecidedChecks(sql: Sql, limit: number, beforeId: bigint | null): Promise<DecidedCheck[]> {
  return sql.query<DecidedCheck>(
    `select c.id, c.user_id as "userId", c.submitted_at_ms as "submittedMs", c.state,
       coalesce(c.revoked_at_ms, c.decided_at_ms) as "decidedMs", coalesce(c.revoked_by, c.decided_by) as "decidedBy"
     from identity_checks c
     where c.state <> 'pending' and ($2::bigint is null or c.id < $2)
       and not exists (select 1 from identity_checks n where n.user_id = c.user_id and n.id > c.id)
     order by c.id desc limit $1`,
    [limit, beforeId],
  )
}

export async function countPendingChecks(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ checks: bigint }>(
    `select count(*) as checks from identity_checks where state = 'pending'`,
  )
  return Number(row?.checks ?? 0n)
}

/** A new check; its id. */
export async function insertCheck(
  sql: Sql,
  check: { userId: bigint; document: IdentityPaper; realName: string; atMs: number },
): Promise<bigint> {
  const [row] = await sql.query<{ id: bigint }>(
    `insert into identity_checks (user_id, document, real_name, submitted_at_ms) values ($1, $2, $3, $4) returning id`,
    [check.userId, check.document, check.realName, check.atMs],
  )
  return row?.id ?? 0n
}

interface DocumentRow {
  contentType: 'image/jpeg' | 'application/pdf'
  sealed: Uint8Array
}

export async function insertDocument(
  sql: Sql,
  { checkId, side, contentType, sealed }: DocumentRow & { checkId: bigint; side: DocumentSide },
): Promise<void> {
  await sql.query(
    'insert into identity_documents (check_id, side, content_type, sealed) values ($1, $2, $3, $4)',
    [checkId, side, contentType, sealed],
  )
}

/** The pictures of all checks of a user. */
export async function deleteDocumentsOf(sql: Sql, userId: bigint): Promise<void> {
  await sql.query(
    'delete from identity_documents where check_id in (select id from identity_checks where user_id = $1)',
    [userId],
  )
}

export async function getDocument(
  sql: Sql,
  checkId: bigint,
  side: DocumentSide,
): Promise<DocumentRow | null> {
  const [row] = await sql.query<DocumentRow>(
    'select content_type as "contentType", sealed from identity_documents where check_id = $1 and side = $2',
    [checkId, side],
  )
  return row ?? null
}

export async function hasDocument(sql: Sql, checkId: bigint, side: DocumentSide): Promise<boolean> {
  const rows = await sql.query('select 1 from identity_documents where check_id = $1 and side = $2', [
    checkId,
    side,
  ])
  return rows.length > 0
}

/** Whose check it was; null when it is decided already, or is none. */
export async function decideCheck(
  sql: Sql,
  checkId: bigint,
  {
    state,
    reason,
    atMs,
    adminId,
  }: { state: 'verified' | 'refused'; reason: string | null; atMs: number; adminId: bigint },
): Promise<bigint | null> {
  const [row] = await sql.query<{ userId: bigint }>(
    `update identity_checks set state = $2, reason = $3, decided_at_ms = $4, decided_by = $5
     where id = $1 and state = 'pending' returning user_id as "userId"`,
    [checkId, state, reason, atMs, adminId],
  )
  return row?.userId ?? null
}

/** Whose confirmed check it was; null when it is not confirmed (any more). */
export async function revokeCheck(
  sql: Sql,
  checkId: bigint,
  { reason, atMs, adminId }: { reason: string; atMs: number; adminId: bigint },
): Promise<bigint | null> {
  const [row] = await sql.query<{ userId: bigint }>(
    `update identity_checks set state = 'revoked', reason = $2, revoked_at_ms = $3, revoked_by = $4
     where id = $1 and state = 'verified' returning user_id as "userId"`,
    [checkId, reason, atMs, adminId],
  )
  return row?.userId ?? null
}

/** That an administrator has opened a document; the first time counts. */
export async function recordView(
  sql: Sql,
  view: { checkId: bigint; side: DocumentSide; adminId: bigint; atMs: number },
): Promise<void> {
  await sql.query(
    `insert into identity_views (check_id, side, admin_id, seen_at_ms) values ($1, $2, $3, $4) on conflict do nothing`,
    [view.checkId, view.side, view.adminId, view.atMs],
  )
}

/** Whether an administrator has opened every document of a check. */
export async function hasSeenAll(sql: Sql, checkId: bigint, adminId: bigint): Promise<boolean> {
  const [row] = await sql.query<{ documents: number; seen: number }>(
    `select count(*)::int4 as documents, count(v.admin_id)::int4 as seen
     from identity_documents d
     left join identity_views v on v.check_id = d.check_id and v.side = d.side and v.admin_id = $2
     where d.check_id = $1`,
    [checkId, adminId],
  )
  return row !== undefined && row.documents > 0 && row.seen === row.documents
}

/** Whether a name or a picture is sealed so. */
export async function holdsSealedIdentity(sql: Sql, beginning: string): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from identity_checks where starts_with(real_name, $1)
     union all select 1 from identity_documents where substring(sealed for length($2::bytea)) = $2 limit 1`,
    [beginning, Buffer.from(beginning)],
  )
  return rows.length > 0
}

/** Names that are sealed in another way. */
export async function listNamesSealedOtherwise(
  sql: Sql,
  beginning: string,
  limit: number,
): Promise<{ id: bigint; userId: bigint; realName: string }[]> {
  return await sql.query<{ id: bigint; userId: bigint; realName: string }>(
    `select id, user_id as "userId", real_name as "realName" from identity_checks
     where not starts_with(real_name, $1) limit $2`,
    [beginning, limit],
  )
}

export async function replaceSealedName(sql: Sql, checkId: bigint, realName: string): Promise<void> {
  await sql.query('update identity_checks set real_name = $2 where id = $1', [checkId, realName])
}

/** Pictures that are sealed in another way. */
export async function listDocumentsSealedOtherwise(
  sql: Sql,
  beginning: string,
  limit: number,
): Promise<{ checkId: bigint; side: DocumentSide; sealed: Uint8Array }[]> {
  return await sql.query<{ checkId: bigint; side: DocumentSide; sealed: Uint8Array }>(
    `select check_id as "checkId", side, sealed from identity_documents
     where substring(sealed for length($1::bytea)) <> $1 limit $2`,
    [Buffer.from(beginning), limit],
  )
}

export async function replaceSealedDocument(
  sql: Sql,
  checkId: bigint,
  side: DocumentSide,
  sealed: Uint8Array,
): Promise<void> {
  await sql.query('update identity_documents set sealed = $3 where check_id = $1 and side = $2', [
    checkId,
    side,
    sealed,
  ])
}

/** All checks of a user, newest first. */
export function listChecksOf(sql: Sql, userId: bigint): Promise<IdentityCheckRow[]> {
  return sql.query<IdentityCheckRow>(
    `select ${COLUMNS} from identity_checks where user_id = $1 order by id desc limit 20`,
    [userId],
  )
}

interface KeptSide {
  checkId: bigint
  side: DocumentSide
  contentType: DocumentRow['contentType']
  /** By this administrator. */
  isSeen: boolean
}

/** Which documents of some checks are kept, and which of them an administrator has opened. */
export function listSidesOf(sql: Sql, checkIds: readonly bigint[], adminId: bigint): Promise<KeptSide[]> {
  return sql.query<KeptSide>(
    `select d.check_id as "checkId", d.side, d.content_type as "contentType", v.admin_id is not null as "isSeen"
     from identity_documents d
     left join identity_views v on v.check_id = d.check_id and v.side = d.side and v.admin_id = $2
     where d.check_id = any ($1::bigint[]) order by d.side desc`,
    [[...checkIds], adminId],
  )
}
