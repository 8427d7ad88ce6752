import { type messages, type PGlite, parse, protocol } from '@electric-sql/pglite'
import type { WireValue } from './sql-values.ts'

const { serialize } = protocol

/** Prepared statements kept; texts beyond them are parsed each time. */
const STATEMENTS_MAX = 400
const CHANGES_SCHEMA = /\b(create|alter|drop)\b/i

export interface Statements {
  query(text: string, params: readonly WireValue[]): Promise<object[]>
  /** Runs a script; returns the command tags in order. */
  exec(script: string): Promise<string[]>
}

/**
 * Statements spoken to PGlite in PostgreSQL's own protocol: one message for parse, bind and execute instead of six, and
 * prepared once. A third of the time that PGlite's own `query` takes. Calls must come one after another.
 */
export function createStatements(pg: PGlite): Statements {
  const names = new Map<string, string>()
  let nextName = 1
  const send = (parts: Uint8Array[]): Promise<messages.BackendMessage[]> =>
    pg.execProtocolStream(Buffer.concat(parts), { syncToFs: false })

  const forget = async (): Promise<void> => {
    if (names.size === 0) return
    const closes = [...names.values()].map((name) => serialize.close({ type: 'S', name }))
    names.clear()
    await send([...closes, serialize.sync()])
  }
  const run = (statement: string, params: readonly WireValue[], first: Uint8Array[]) =>
    send([
      ...first,
      serialize.bind({ statement, values: [...params] }),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
      serialize.sync(),
    ])
  const runNew = async (text: string, params: readonly WireValue[]): Promise<messages.BackendMessage[]> => {
    const isKept = params.length > 0 && names.size < STATEMENTS_MAX
    if (!isKept) return run('', params, [serialize.parse({ text })])
    const name = `s${nextName++}`
    try {
      const answer = await run(name, params, [serialize.parse({ text, name })])
      names.set(text, name)
      return answer
    } catch (error) {
      // It may have been prepared before it failed.
      await send([serialize.close({ type: 'S', name }), serialize.sync()])
      throw error
    }
  }
  return {
    async query(text, params) {
      const known = names.get(text)
      const answer = await (known === undefined ? runNew(text, params) : run(known, params, []))
      if (params.length === 0 && CHANGES_SCHEMA.test(text)) await forget()
      return (parse.parseResults(answer, pg.parsers)[0]?.rows ?? []) as object[]
    },
    async exec(script) {
      const answer = await send([serialize.query(script)]).finally(() =>
        CHANGES_SCHEMA.test(script) ? forget() : undefined,
      )
      return answer.flatMap((message) =>
        isCommandComplete(message) ? [message.text.split(' ')[0] ?? ''] : [],
      )
    },
  }
}

function isCommandComplete(message: messages.BackendMessage): message is messages.CommandCompleteMessage {
  return message.name === 'commandComplete'
}
