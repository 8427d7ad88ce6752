import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { ClientMessage, ServerMessage } from '@truestrike/protocol/frames.ts'
import { readConfig } from '../src/config.ts'
import type { TestApp } from './test-app.ts'

// Everything by which anybody, or the operator, can act on a running installation.

const ROOT = new URL('../../', import.meta.url)

/** `METHOD /path` of every call the application answers. */
export function endpointsOf({ app }: Pick<TestApp, 'app'>): string[] {
  const tree = app.http.app.printRoutes({ commonPrefix: false, includeHooks: false })
  const parents: string[] = []
  const endpoints: string[] = []
  for (const line of tree.split('\n')) {
    const found = /^((?:[│ ] {3})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/u.exec(line)
    if (found === null) continue
    const [, indent = '', segment = '', methods = ''] = found
    const depth = indent.length / 4
    parents.splice(depth)
    const path = parents.join('') + segment
    parents.push(segment)
    for (const method of methods.split(', ')) {
      // GET has it by itself.
      if (method !== '' && method !== 'HEAD') endpoints.push(`${method} ${path}`)
    }
  }
  return endpoints.sort()
}

interface MessageSchema {
  properties: Record<string, { const?: unknown }>
}

/** `client OP` of what a socket takes, `server TYPE` of what it sends. */
export function socketMessages(): string[] {
  const names = (side: string, key: string, schema: unknown): string[] =>
    (schema as { anyOf: MessageSchema[] }).anyOf.map(
      ({ properties }) => `${side} ${String(properties[key]?.const)}`,
    )
  return [...names('client', 'op', ClientMessage), ...names('server', 'type', ServerMessage)].sort()
}

/** Every name the configuration asks the environment for. */
export function configurationKeys(): string[] {
  const names = new Set<string>()
  const paths: Record<string, string>[] = [
    {},
    { NODE_ENV: 'production', MARKET_FEED: 'replay', MARKET_DATA_DIR: tmpdir() },
    { FUNDS_MODE: 'live' },
  ]
  for (const values of paths) {
    const env = new Proxy<Record<string, string>>(values, {
      get: (target, name) => {
        names.add(String(name))
        return target[String(name)]
      },
    })
    try {
      readConfig(env)
    } catch {
      // What is missing there is not what is looked for.
    }
  }
  return [...names].sort()
}

/** `table.column`, and `function()` of the database's own functions. */
export async function schemaItems({ db }: Pick<TestApp, 'db'>): Promise<string[]> {
  const rows = await db.query<{ item: string }>(
    `select table_name || '.' || column_name as item from information_schema.columns where table_schema = 'public'
    union all
    select p.proname || '()' from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public'`,
  )
  return rows.map(({ item }) => item).sort()
}

/** `npm run NAME` of what works on an installation or its data. */
export function commands(): string[] {
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as {
    scripts: Record<string, string>
  }
  return Object.keys(scripts).sort()
}
