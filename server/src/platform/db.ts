/**
 * Values a statement takes. `bigint` for int8, arrays for `= any($1)` and `unnest`; an object becomes JSON
 * (bigint inside as decimal text). A JSON array is passed as `JSON.stringify(…)`: a JavaScript array is a PostgreSQL one.
 */
export type SqlValue = string | number | bigint | boolean | null | Uint8Array | Date | object | SqlValue[]

/**
 * The one way to the database. Both adapters (embedded PGlite, PostgreSQL ≥ 15) read alike:
 * int2/int4 → number, int8 → bigint, float → number, text → string, bytea → Uint8Array, json(b) → parsed, bool → boolean.
 */
export interface Sql {
  query<Row extends object = Record<string, unknown>>(
    text: string,
    params?: readonly SqlValue[],
  ): Promise<Row[]>
}

export interface Tx extends Sql {
  /** Several statements without parameters (migrations). */
  exec(script: string): Promise<void>
}

export interface Db extends Sql {
  readonly kind: 'pglite' | 'postgres'
  /**
   * READ COMMITTED transaction; rolled back when `work` throws. Durable when the promise resolves. Refusals of the
   * database are `DbError`; a connection lost during COMMIT is `CommitUnknownError`. Never open a `tx` inside a `tx`.
   */
  tx<T>(work: (sql: Tx) => Promise<T>): Promise<T>
  /** Several statements without parameters (migrations). */
  exec(script: string): Promise<void>
  close(): Promise<void>
}
