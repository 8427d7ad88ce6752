import pg from 'pg'
import type { Db, SqlValue, Tx } from './db.ts'
import { CommitUnknownError, DbError, DbUnavailableError, toDbFault } from './db-error.ts'
import { OID, parseBytea, toWireValue } from './sql-values.ts'

export interface PostgresOptions {
  /** Connections at most; each engine and edge process has its own pool. */
  connectionsMax?: number
  /** A schema of its own instead of `public` (tests). */
  schema?: string
  /** Waiting for a free connection at most. */
  acquireTimeoutMs?: number
  /** Background trouble of idle connections, for the log. */
  onIdleError?: (error: Error) => void
}

export const ACQUIRE_TIMEOUT_MS = 10_000
/** Ended by the server after this, and given up here a little later, when the network has gone silent. */
export const STATEMENT_TIMEOUT_MS = 60_000
const ANSWER_TIMEOUT_MS = 65_000
/** A script (migration) as a whole; each of its statements has the time of any other. */
const SCRIPT_TIMEOUT_MS = 3_600_000
/**
 * A transaction whose process hangs, or is cut off, gives its locks back before its leases have ended: whoever takes over
 * would wait for them. A lease (market/price-engine.ts) lasts for two seconds after a renewal that was missed.
 */
const IDLE_IN_TRANSACTION_MS = 2_000

const SERVER_VERSION_MIN = 150_000

/** A pool of PostgreSQL ≥ 15. Every transaction is READ COMMITTED. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Db> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connectionsMax ?? 10,
    connectionTimeoutMillis: options.acquireTimeoutMs ?? ACQUIRE_TIMEOUT_MS,
    keepAlive: true,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    types: { getTypeParser: typeParser as pg.CustomTypesConfig['getTypeParser'] },
    options: startOptions(options.schema),
  })
  pool.on('error', options.onIdleError ?? (() => undefined))
  try {
    await checkVersion(pool)
  } catch (error) {
    await pool.end()
    const why = toDbFault(error).message
    throw new DbUnavailableError(
      `DATABASE_URL: expected a PostgreSQL that lets this process in (${why})`,
      error,
    )
  }
  let closed: Promise<void> | null = null
  return {
    kind: 'postgres',
    query: (text, params) => runQuery(pool, text, params),
    tx: (work) => runTransaction(pool, work),
    exec: (script) => runScript(pool, script),
    close: () => {
      closed ??= pool.end()
      return closed
    },
  }
}

function startOptions(schema: string | undefined): string {
  const settings = ['timezone=UTC', 'default_transaction_isolation=read\\ committed']
  if (schema !== undefined) settings.push(`search_path=${schema}`)
  return settings.map((setting) => `-c ${setting}`).join(' ')
}

async function checkVersion(pool: pg.Pool): Promise<void> {
  const result = await pool
    .query<{ version: string }>("select current_setting('server_version_num') as version")
    .catch(rethrow)
  const version = Number(result.rows[0]?.version)
  if (!(version >= SERVER_VERSION_MIN)) {
    throw new DbUnavailableError(
      `PostgreSQL 15 or newer is needed, this server is ${Math.floor(version / 10_000)}`,
    )
  }
}

type TextParser = (text: string) => unknown

/** The driver's types list only some of the type numbers it knows. */
const driverParser = pg.types.getTypeParser as (oid: number, format: 'text') => TextParser
const parseInt8Array = driverParser(OID.int8Array, 'text')
const parseTextArray = driverParser(OID.textArray, 'text')

function typeParser(oid: number): TextParser {
  switch (oid) {
    case OID.int8:
      return BigInt
    case OID.bytea:
      return parseBytea
    case OID.int8Array:
      return (text) => deepMap(parseInt8Array(text), (item) => BigInt(item))
    case OID.byteaArray:
      return (text) => deepMap(parseTextArray(text), parseBytea)
    default:
      return driverParser(oid, 'text')
  }
}

function deepMap(value: unknown, map: (text: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => deepMap(item, map))
  return value === null ? null : map(String(value))
}

/** pg sends a Buffer in binary and everything else as text. */
function toDriverValue(value: SqlValue): string | Buffer | null {
  const wire = toWireValue(value)
  return wire instanceof Uint8Array ? Buffer.from(wire.buffer, wire.byteOffset, wire.byteLength) : wire
}

async function runQuery<Row extends object>(
  runner: pg.Pool | pg.PoolClient,
  text: string,
  params: readonly SqlValue[] = [],
): Promise<Row[]> {
  const result = await runner.query<Row>(text, params.map(toDriverValue)).catch(rethrow)
  return result.rows
}

async function runScript(runner: pg.Pool | pg.PoolClient, script: string): Promise<void> {
  await runner.query({ text: script, query_timeout: SCRIPT_TIMEOUT_MS } as pg.QueryConfig).catch(rethrow)
}

function rethrow(error: unknown): never {
  if (error instanceof pg.DatabaseError) throw new DbError(toDbFault(error))
  throw new DbUnavailableError(`the database cannot be reached: ${toDbFault(error).message}`, error)
}

async function runTransaction<T>(pool: pg.Pool, work: (sql: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(rethrow)
  let open = true
  let broken: Error | undefined
  const onError = (error: Error): void => {
    broken = error
  }
  client.on('error', onError)
  const ended = (): Promise<never> => Promise.reject(new Error('the transaction has already ended'))
  const sql: Tx = {
    query: (text, params) => (open ? runQuery(client, text, params) : ended()),
    exec: (script) => (open ? runScript(client, script) : ended()),
  }
  try {
    await client.query('BEGIN').catch(rethrow)
    const result = await work(sql)
    open = false
    await commit(client)
    return result
  } catch (error) {
    open = false
    // A connection that is lost or silent is not asked once more: it is thrown away.
    if (error instanceof CommitUnknownError || error instanceof DbUnavailableError) broken = error
    else await client.query('ROLLBACK').catch((rollbackError: Error) => onError(rollbackError))
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

/** SQLSTATE classes with which the server ends a connection, whatever it was doing. */
const CONNECTION_LOST = /^(08|57P)/

async function commit(client: pg.PoolClient): Promise<void> {
  const result = await client.query('COMMIT').catch((error: unknown) => {
    const fault = toDbFault(error)
    if (!(error instanceof pg.DatabaseError) || CONNECTION_LOST.test(fault.code))
      throw new CommitUnknownError(error)
    throw new DbError(fault)
  })
  if (result.command !== 'COMMIT') {
    throw new DbError({
      message: 'the transaction was rolled back: a statement in it had failed',
      code: '25P02',
    })
  }
}
