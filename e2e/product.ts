import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ENGINE_FLAGS } from '../server/test/engine-flags.ts'
import { freePort } from '../server/test/free-port.ts'
import { OTHER_SHORT, SHORT } from './short-contract.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
/** Many times what an idle machine needs: journeys also run beside builds. */
const START_TIMEOUT_MS = 150_000

/** For the set-up of a journey that starts a product of its own. */
export const START_LIMIT_MS = START_TIMEOUT_MS + 30_000

export interface FirstRun {
  inviteCode: string
  inviteLink: string
  adminUsername: string
  adminPassword: string
}

/** The built server as a process of its own, on a port and a data folder of its own. */
export interface Product {
  url: string
  firstRun: FirstRun
  stop(): Promise<void>
  /** kill -9 and start again on the same data; `whileDown` runs in between. */
  crashAndRestart(whileDown?: () => Promise<void>): Promise<void>
  /** Stops in order, adds the rules of short contracts, copies its data to where others begin with it, and starts again. */
  lendData(folder: string): Promise<void>
}

/** Data of a product whose charts are whole: those of a new one take twenty seconds of computing. */
export const LENT_DATA = 'E2E_LENT_DATA'

function addShortRules(dataDir: string): void {
  const rules = [SHORT, OTHER_SHORT].map(({ symbol, durationSeconds }) => `${symbol}:${durationSeconds}`)
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts/run-ts.mjs'), join(root, 'server/test/add-short-rules.ts'), ...rules],
    { cwd: root, env: { ...process.env, DATA_DIR: dataDir }, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`the rules of short contracts were not added:\n${stdout}${stderr}`)
}

async function awaitReady(url: string, child: ChildProcess, output: string[]): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) break
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`the server did not get ready:\n${output.join('')}`)
}

export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'truestrike-e2e-'))
  const url = `http://127.0.0.1:${port}`
  const lent = process.env[LENT_DATA]
  if (lent !== undefined && env.MARKET_FEED === undefined) cpSync(lent, dataDir, { recursive: true })
  let child = launch()
  await awaitReady(url, child.process, child.output)

  function launch(): { process: ChildProcess; output: string[] } {
    const output: string[] = []
    // One that begins with lent data lives for a test only.
    const flags = lent === undefined ? [] : ENGINE_FLAGS
    const started = spawn(process.execPath, [...flags, join(root, 'server/dist/main.mjs')], {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        OPS_PORT: '-1',
        DATA_DIR: dataDir,
        WEB_DIR: join(root, 'web/dist'),
        FEED_SEED: 'bfcfbd201d18621f5fa7dbc2e5e009c2',
        FOREX_ALWAYS_OPEN: 'true',
        LOG_LEVEL: 'warn',
        LIMIT_SIGN_IN_PER_MINUTE: '10000',
        LIMIT_CODES_PER_HOUR: '10000',
        LIMIT_READ_PER_MINUTE: '100000',
        LIMIT_LOG_PER_MINUTE: '100000',
        LIMIT_WRITE_PER_MINUTE: '10000',
        LIMIT_ORDER_PER_MINUTE: '10000',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    started.stdout?.on('data', (text: Buffer) => output.push(text.toString()))
    started.stderr?.on('data', (text: Buffer) => output.push(text.toString()))
    return { process: started, output }
  }

  const ended = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.process.exitCode !== null) return
    const exit = new Promise((resolve) => child.process.once('exit', resolve))
    child.process.kill(signal)
    await exit
  }

  const firstRunFile = join(dataDir, 'first-run.json')
  if (!existsSync(firstRunFile)) throw new Error('first-run.json was not written')
  return {
    url,
    firstRun: JSON.parse(readFileSync(firstRunFile, 'utf8')) as FirstRun,
    async stop() {
      await ended('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
    async crashAndRestart(whileDown) {
      await ended('SIGKILL')
      await whileDown?.()
      child = launch()
      await awaitReady(url, child.process, child.output)
    },
    async lendData(folder) {
      await ended('SIGTERM')
      addShortRules(dataDir)
      cpSync(dataDir, folder, { recursive: true })
      child = launch()
      await awaitReady(url, child.process, child.output)
    },
  }
}
