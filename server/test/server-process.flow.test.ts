import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseSiteKeys } from '@truestrike/core/proof/site-keys.ts'
import { unwrap } from '@truestrike/core/result.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isCrossCheckInstalled } from '../src/config-exchange.ts'
import { runScript } from './run-script.ts'
import { bundleServer, type ServerBundle } from './server-process.ts'

let server: ServerBundle
let folder: string
beforeAll(async () => {
  server = await bundleServer()
  folder = await mkdtemp(join(tmpdir(), 'truestrike-process-'))
})
afterAll(async () => {
  await server.remove()
  await rm(folder, { recursive: true, force: true })
})

test('[O2] a wrong configuration is named in full before anything listens or is created', async () => {
  const dataDir = join(folder, 'never')
  const refused = await server.refuse({
    DATA_DIR: dataDir,
    PORT: 'eighty',
    MARKET_FEED: 'bourse',
    FUNDS_MODE: 'real',
  })
  expect(refused.code).toBe(1)
  expect(refused.output).toContain("PORT: expected a whole number from 0 to 65535, not 'eighty'")
  expect(refused.output).toContain("MARKET_FEED: expected one of simulated, replay, exchange, not 'bourse'")
  expect(refused.output).toContain("FUNDS_MODE: expected one of test, live, not 'real'")
  expect(refused.output).not.toContain('    at ')
  expect(existsSync(dataDir)).toBe(false)
})

test.skipIf(isCrossCheckInstalled())(
  '[O2] [M5] the exchange feed without the library of its second source is refused, with how to get it',
  async () => {
    const dataDir = join(folder, 'never-either')
    const refused = await server.refuse({ DATA_DIR: dataDir, MARKET_FEED: 'exchange' })
    expect(refused.code).toBe(1)
    expect(refused.output).toContain('EXCHANGE_CROSS_CHECK: expected')
    expect(refused.output).toContain('npm install --no-save ccxt@')
    expect(existsSync(dataDir)).toBe(false)
  },
)

test('[O2] a data folder that cannot be written to is named, with what the system said', async () => {
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  const refused = await server.refuse({ DATA_DIR: join(file, 'data') })
  expect(refused.code).toBe(1)
  expect(refused.output).toContain('DATA_DIR: expected a folder this process may write to (EEXIST')
  expect(refused.output).not.toContain('    at ')
})

test.skipIf(!existsSync('/proc/self'))(
  '[O2] a data folder where none can be made is named at once',
  async () => {
    const refused = await server.refuse({ DATA_DIR: '/proc/truestrike' })
    expect(refused.code).toBe(1)
    expect(refused.output).toContain('DATA_DIR: expected a folder this process may write to (ENOENT')
  },
)

test('[T15] live mode without licence, countries, https address and exchange source does not start', async () => {
  const refused = await server.refuse({ DATA_DIR: join(folder, 'live'), FUNDS_MODE: 'live' })
  expect(refused.code).toBe(1)
  for (const name of ['LICENCE_NAME', 'ALLOWED_COUNTRIES', 'PUBLIC_URL', 'MARKET_FEED', 'DATABASE_URL']) {
    expect(refused.output).toContain(`${name}: expected`)
  }
})

test('[O1] [O4] it starts, keeps its folder, stops gracefully, and starts again after kill -9', {
  timeout: 240_000,
}, async () => {
  const env = { DATA_DIR: join(folder, 'data') }
  const first = await server.start(env, true)
  expect((await fetch(`${first.address}/healthz`)).status).toBe(200)
  const file = join(env.DATA_DIR, 'first-run.json')
  const firstRun = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(Object.keys(firstRun).sort()).toEqual(['adminPassword', 'adminUsername', 'inviteCode', 'inviteLink'])
  expect(first.output()).toContain(firstRun.inviteLink)

  const second = await server.refuse(env)
  expect(second.code).toBe(1)
  expect(second.output).toContain(`in use by process ${first.pid}: stop that process first`)
  expect((await fetch(`${first.address}/healthz`)).status).toBe(200)

  const { port } = new URL(first.address)
  const taken = await server.refuse({ ...(await begun()), OPS_PORT: port })
  expect(taken.code).toBe(1)
  expect(taken.output).toContain('OPS_PORT, OPS_HOST: expected an address of this machine at a free port')
  expect(taken.output).not.toContain('    at ')

  expect(await first.end('SIGTERM')).toBe(0)
  const killed = await server.start(env)
  await killed.end('SIGKILL')
  const third = await server.start(env)
  expect((await fetch(`${third.address}/healthz`)).status).toBe(200)
  // Still told, for nobody has signed in yet: the first start may have ended before it could. The password only on a terminal.
  const { inviteLink } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  expect(third.output()).toContain(inviteLink)
  expect(third.output()).toContain(file)
  expect(third.output()).not.toContain(firstRun.adminPassword)
  expect(await third.end('SIGINT')).toBe(0)
})

let begins: Promise<{ DATA_DIR: string; FEED_SEED: string }> | undefined

/** A data folder, and its seed, of a server that has begun with them and was stopped: of all tests that need no more. */
function begun(): NonNullable<typeof begins> {
  begins ??= (async () => {
    const env = { DATA_DIR: join(folder, 'begun'), FEED_SEED: '048357da66edc4e5fc16e527df4fec6c' }
    const first = await server.start(env)
    expect((await fetch(`${first.address}/healthz`)).status).toBe(200)
    expect(await first.end('SIGTERM')).toBe(0)
    return env
  })()
  return begins
}

test('[M5] [O2] another seed than the database began with is named before anything listens', {
  timeout: 240_000,
}, async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const address = taken.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const { DATA_DIR } = await begun()
  // Whoever tried to listen would stumble over the taken port.
  const busy = { DATA_DIR, OPS_PORT: String(port), PORT: String(port) }

  for (const [seed, named] of [
    [{ FEED_SEED: 'eca6d4b802870c951adac04c7e69e7c0' }, 'FEED_SEED'],
    [{}, join(DATA_DIR, 'feed-master')],
  ] as const) {
    const refused = await server.refuse({ ...busy, ...seed })
    expect(refused.code).toBe(1)
    expect(refused.output).toContain(
      `${named}: expected the seed the simulated prices of this database began with`,
    )
    expect(refused.output).not.toContain('    at ')
  }
  taken.close()
})

test('[P1] [O2] [O4] without its private keys it does not start; the operator makes one that stands by itself', {
  timeout: 240_000,
}, async () => {
  const env = await begun()
  const file = join(env.DATA_DIR, 'signing-keys.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await rm(file)
  const refused = await server.refuse(env)
  expect(refused.code).toBe(1)
  expect(refused.output).toContain(`${file}: expected the private key`)
  expect(refused.output).not.toContain('    at ')

  const rotate = (...flags: string[]) =>
    // No command takes prices from an exchange: none needs the library the server would.
    runScript(['scripts/run-ts.mjs', 'server/src/rotate-keys.ts', ...flags], {
      ...env,
      MARKET_FEED: 'exchange',
    })
  expect(await rotate()).toMatchObject({ code: 2, output: expect.stringContaining('--lost') })
  expect(await rotate('--all')).toMatchObject({ code: 2, output: expect.stringContaining('usage') })
  expect(await rotate('--lost')).toMatchObject({ code: 0, output: expect.stringContaining(file) })
  const again = await server.start(env)
  const answer = await fetch(`${again.address}/.well-known/truestrike-keys.json`)
  const keys = unwrap(parseSiteKeys(await answer.json()))
  expect(keys.map(({ endorsedBy }) => endorsedBy)).toEqual([null, null])
  expect(await again.end('SIGTERM')).toBe(0)
})

test('[O5] a NATS server that does not answer is told as such', { timeout: 60_000 }, async () => {
  const silent = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const dataDir = join(folder, 'bus')
  const refused = await server.refuse({ DATA_DIR: dataDir, NATS_URL: `nats://127.0.0.1:${port}` })
  silent.close()
  expect(refused.code).toBe(1)
  expect(refused.output).toContain('NATS server of NATS_URL cannot be reached')
  expect(existsSync(dataDir)).toBe(false)
})
