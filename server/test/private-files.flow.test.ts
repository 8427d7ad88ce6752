import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandFile } from './backup-rig.ts'
import { runScript } from './run-script.ts'
import { bundleServer, type ServerBundle } from './server-process.ts'

const TIMEOUT_MS = 240_000
/** Rights of everybody but the owner. */
const SHARED_RIGHTS = 0o077

let server: ServerBundle
let root: string
beforeAll(async () => {
  server = await bundleServer()
  root = await mkdtemp(join(tmpdir(), 'truestrike-private-'))
}, TIMEOUT_MS)
afterAll(async () => {
  await server.remove()
  await rm(root, { recursive: true, force: true })
})

/** Files and folders that somebody else than their owner could read or change. */
async function sharedIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  expect(names.length, folder).toBeGreaterThan(100)
  const modes = await Promise.all(
    names.map(async (name) => [name, (await stat(join(folder, name))).mode & SHARED_RIGHTS] as const),
  )
  return modes.filter(([, rights]) => rights !== 0).map(([name, rights]) => `${name} ${rights.toString(8)}`)
}

test('[K5] [O1] [S-5] whatever a server, a backup and a restore write is for its owner alone, the files of the embedded database too', {
  timeout: TIMEOUT_MS,
}, async () => {
  const [data, backup, restored] = ['data', 'backup', 'restored'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  const running = await server.start({ DATA_DIR: data, LOG_LEVEL: 'warn' }, true)
  expect(await sharedIn(data)).toEqual([])
  expect(await running.end('SIGTERM')).toBe(0)
  expect(await sharedIn(data)).toEqual([])

  const run = (name: string, folder: string, args: string[]) =>
    runScript([...commandFile(name), ...args], { DATA_DIR: folder, LOG_LEVEL: 'warn' })
  expect(await run('backup-command', data, [backup])).toMatchObject({ code: 0 })
  expect(await sharedIn(backup)).toEqual([])
  expect(await run('restore-command', restored, [backup])).toMatchObject({ code: 0 })
  expect(await sharedIn(restored)).toEqual([])
})
