// The built product as a process of its own, as `npm start` runs it, on a folder and a database that outlive it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../server/test/free-port.ts'
import { LIFTED, profiling, UNLIMITED } from './bench-process.ts'
import { processMicros } from './database-cpu.ts'

export interface BuiltServer {
  address: string
  /** Until `/readyz` answered 200, since it was started: clock, and processor time of the whole process, in ms. */
  ready: Taken
  /** The same until now. */
  taken(): Taken
  kill(): Promise<void>
}

export interface Taken {
  clockMs: number
  cpuMs: number
}

const START_MS_MAX = 120_000

export interface Home {
  dataDir: string
  databaseUrl: string | null
}

/** `build`: folder of a built server. `whileStarting` begins with the process and is waited for; `taken` as below. */
export async function startBuilt(
  build: string,
  { dataDir, databaseUrl }: Home,
  whileStarting: (address: string, taken: () => Taken) => Promise<unknown> = async () => undefined,
): Promise<BuiltServer> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const startedAtMs = performance.now()
  const child = spawn(process.execPath, [...profiling(), join(process.cwd(), build, 'main.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...{ PATH: process.env.PATH, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port) },
      ...{ ...LIFTED, LIMIT_SIGN_IN_PER_MINUTE: UNLIMITED, LOG_LEVEL: 'error' },
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    },
  })
  const taken = (): Taken => ({
    clockMs: performance.now() - startedAtMs,
    cpuMs: processMicros(child.pid ?? 0) / 1_000,
  })
  const [ready] = await Promise.all([untilReady(child, address, taken), whileStarting(address, taken)])
  return {
    address,
    ready,
    taken,
    async kill() {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

async function untilReady(child: ChildProcess, address: string, taken: () => Taken): Promise<Taken> {
  for (;;) {
    const status = await fetch(`${address}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) return taken()
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`)
    if (taken().clockMs > START_MS_MAX) throw new Error('the server was not ready in time')
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** Between two looks: what a time is exact to. */
export const LOOK_MS = 10
