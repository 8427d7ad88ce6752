import type { Db } from '../src/platform/db.ts'

interface Held {
  reached: Promise<void>
  release(): void
}

function createGate() {
  let reach = (): void => {}
  let release = (): void => {}
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { reached, released, reach: () => reach(), release: () => release() }
}

/** Holds the answer of the first statement outside transactions that fits, until told to let it go. */
export function holdStatement(db: Pick<Db, 'query'>, fits: RegExp): Held {
  const query = db.query.bind(db)
  const { reached, released, reach, release } = createGate()
  db.query = async (text, params) => {
    if (!fits.test(text)) return await query(text, params)
    db.query = query
    const rows = await query(text, params)
    reach()
    await released
    return rows as never
  }
  return { reached, release }
}

/** The same of one within a transaction: what it has locked stays so meanwhile. */
export function holdInTransaction(db: Pick<Db, 'tx'>, fits: RegExp): Held {
  const { tx } = db
  const { reached, released, reach, release } = createGate()
  db.tx = (work) =>
    tx((sql) =>
      work({
        exec: sql.exec,
        async query(text, params) {
          const rows = await sql.query(text, params)
          if (db.tx === tx || !fits.test(text)) return rows as never
          db.tx = tx
          reach()
          await released
          return rows as never
        },
      }),
    )
  return { reached, release }
}
