import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { expect, vi } from 'vitest'
import { layDatabase } from './embedded-archive.ts'
import { ENGINE_FLAGS } from './engine-flags.ts'
import { serverBundle } from './server-bundle.ts'

/** The bundled server as a process of its own, for tests that stop and kill it. */
export interface ServerProcess {
  readonly pid: number
  /** Where it listens. */
  readonly address: string
  /** Everything it has written. */
  output(): string
  /** Its exit code once it is over, or null when a signal ended it. */
  readonly ended: Promise<number | null>
  /** Sends the signal and waits for the end; the exit code, or null when the signal ended it. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>
}

export interface ServerBundle {
  /**
   * Starts it and waits until it answers; fails with its output when it ends before. A new data folder gets its
   * database from an archive, unless `isWholeStart`.
   */
  start(env: Record<string, string>, isWholeStart?: boolean): Promise<ServerProcess>
  /** The same with one more migration, as its next version would be. */
  next(migration: { name: string; script: string }): Promise<Pick<ServerBundle, 'start'>>
  /** Starts it and waits for its end: for configurations it must refuse. */
  refuse(env: Record<string, string>): Promise<{ code: number | null; output: string }>
  /** Kills what still runs. */
  remove(): Promise<void>
}

/** On a busy machine a first start makes a database for many seconds. */
const START_TIMEOUT_MS = 90_000

/** The server as `npm start` builds it. */
export async function bundleServer(): Promise<ServerBundle> {
  const bundled = await serverBundle()
  const children = new Set<ChildProcess>()

  const launch = (env: Record<string, string>, from = bundled) => {
    const child = spawn(process.execPath, [...ENGINE_FLAGS, `${from}/main.mjs`], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', OPS_PORT: '-1', ...env },
    })
    children.add(child)
    const running = { child, text: '', closed: once(child, 'close').then(() => children.delete(child)) }
    const keep = (chunk: Buffer): void => {
      running.text += chunk.toString()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    return running
  }
  const startFrom = async (running: ReturnType<typeof launch>): Promise<ServerProcess> => ({
    pid: running.child.pid ?? -1,
    address: await waitForAddress(running),
    output: () => running.text,
    ended: running.closed.then(() => running.child.exitCode),
    end: async (signal) => {
      running.child.kill(signal)
      await running.closed
      return running.child.exitCode
    },
  })
  let nextFolder: string | undefined
  return {
    async start(env, isWholeStart = false) {
      const { DATA_DIR, DATABASE_URL } = env
      if (DATA_DIR !== undefined && DATABASE_URL === undefined && !isWholeStart) await layDatabase(DATA_DIR)
      return await startFrom(launch(env))
    },
    async next({ name, script }) {
      // Beside the other, so that it finds the installed packages.
      const folder = await mkdtemp(`${bundled}-next-`)
      nextFolder = folder
      await cp(bundled, folder, { recursive: true })
      await writeFile(`${folder}/migrations/${name}`, script)
      return { start: (env) => startFrom(launch(env, folder)) }
    },
    async refuse(env) {
      const running = launch(env)
      await running.closed
      return { code: running.child.exitCode, output: running.text }
    },
    async remove() {
      for (const child of children) child.kill('SIGKILL')
      if (nextFolder !== undefined) await rm(nextFolder, { recursive: true })
    },
  }
}

async function waitForAddress(running: {
  child: ChildProcess
  text: string
  closed: Promise<unknown>
}): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`the server ${why}\n${running.text}`))
    const timer = setTimeout(() => fail('did not start in time'), START_TIMEOUT_MS)
    running.child.stdout?.on('data', () => {
      const address = /running at (http:\S+)/.exec(running.text)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      resolve(address)
    })
    void running.closed.then(() => {
      clearTimeout(timer)
      fail('ended')
    })
  })
}

/** Waits until a process takes traffic: a price may have gone stale on a machine that is busy with others. */
export async function readyAt({ address }: Pick<ServerProcess, 'address'>): Promise<void> {
  await vi.waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(200), {
    timeout: 30_000,
    interval: 200,
  })
}
