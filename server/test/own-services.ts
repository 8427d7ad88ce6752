import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ensure } from '@truestrike/core/assert.ts'
import { openPostgres } from '../src/platform/postgres-db.ts'
import { freePort } from './free-port.ts'

/** A server of one test, that dies and is started again at the same address with what it had stored. */
export interface OwnService {
  readonly url: string
  /** At once, as in a crash. */
  kill(): Promise<void>
  /** Resolves when it answers. */
  start(): Promise<void>
  remove(): Promise<void>
}

const TRY_EVERY_MS = 50
const TRIES_MAX = 400

/** PostgreSQL and NATS of one test; null where their programs are not installed. */
export async function startOwnServices(): Promise<{ postgres: OwnService; nats: OwnService } | null> {
  const initdb = find('initdb', versionsOfPostgres())
  const natsServer = find('nats-server', ['/usr/sbin'])
  if (initdb === null || natsServer === null) return null
  const services = { postgres: await postgresOf(dirname(initdb)), nats: await natsOf(natsServer) }
  await Promise.all([services.postgres.start(), services.nats.start()])
  return services
}

function find(program: string, otherFolders: readonly string[]): string | null {
  const folders = [...(process.env.PATH ?? '').split(':'), ...otherFolders]
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null
}

/** Where Debian's packages have its programs, the newest version first. */
function versionsOfPostgres(): string[] {
  const all = '/usr/lib/postgresql'
  if (!existsSync(all)) return []
  const versions = readdirSync(all).sort((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(all, version, 'bin'))
}

async function postgresOf(programs: string): Promise<OwnService> {
  const owner = process.getuid?.() === 0 ? ownerOfPostgres() : null
  const folder = mkdtempSync(join(tmpdir(), 'truestrike-postgres-'))
  if (owner !== null) chownSync(folder, owner.uid, owner.gid)
  const options = { ...owner, cwd: folder }
  const data = join(folder, 'data')
  const making = ['-D', data, '-U', 'root', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(join(programs, 'initdb'), making, { ...options, stdio: 'ignore' })
  const port = await freePort()
  const url = `postgres://root@127.0.0.1:${port}/postgres`
  const run = () =>
    spawn(
      join(programs, 'postgres'),
      ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'],
      { ...options, stdio: 'ignore' },
    )
  // A query is answered only when what was written before has been recovered.
  const answers = async () => {
    const db = await openPostgres(url, { connectionsMax: 1 })
    await db.close()
  }
  // "Immediate": nothing is written any more, and the next start recovers as after a crash.
  return serviceOf({ url, folder, run, answers, signal: 'SIGQUIT' })
}

/** It does not run as root. */
function ownerOfPostgres(): { uid: number; gid: number } {
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function natsOf(program: string): Promise<OwnService> {
  const folder = mkdtempSync(join(tmpdir(), 'truestrike-nats-'))
  const port = await freePort()
  const run = () =>
    spawn(program, ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder], { stdio: 'ignore' })
  const answers = async () => {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'data')
    } finally {
      socket.destroy()
    }
  }
  return serviceOf({ url: `nats://127.0.0.1:${port}`, folder, run, answers, signal: 'SIGKILL' })
}

interface Service {
  url: string
  folder: string
  run(): ChildProcess
  /** Rejects while it does not. */
  answers(): Promise<void>
  signal: NodeJS.Signals
}

function serviceOf({ url, folder, run, answers, signal }: Service): OwnService {
  let running: ChildProcess | null = null
  const kill = async (): Promise<void> => {
    const ending = ensure(running)
    running = null
    const ended = once(ending, 'exit')
    ending.kill(signal)
    await ended
  }
  return {
    url,
    kill,
    async start() {
      running = run()
      for (let tried = 1; ; tried += 1) {
        try {
          return await answers()
        } catch (error) {
          if (tried === TRIES_MAX) throw error
          await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS))
        }
      }
    },
    async remove() {
      if (running !== null) await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
