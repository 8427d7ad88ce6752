import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensure } from '@truestrike/core/assert.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BackupManifest } from '../src/platform/backup-manifest.ts'
import { markRestore } from '../src/platform/restore-guard.ts'
import { type BackupRig, commandFile, createBackupRig, type Place } from './backup-rig.ts'
import { ENGINE_FLAGS } from './engine-flags.ts'
import { readyAt } from './server-process.ts'
import { shareOf, testDatabaseUrl } from './test-database.ts'

const TIMEOUT_MS = 300_000

let rig: BackupRig
let source: Place
let backup: string
beforeAll(async () => {
  rig = await createBackupRig()
  source = await rig.place()
  const running = await rig.start(source)
  await readyAt(running)
  expect(await running.end('SIGTERM')).toBe(0)
  backup = `${source.folder}-backup`
  expect(await rig.command('backup-command', source, [backup])).toMatchObject({ code: 0 })
}, TIMEOUT_MS)
afterAll(() => rig.remove())

const manifestOf = async (folder: string): Promise<BackupManifest> =>
  (JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as { content: BackupManifest }).content

/** A copy of the backup with something wrong in it. */
async function damaged(name: string, damage: (folder: string) => Promise<void>): Promise<string> {
  const folder = `${backup}-${name}`
  await cp(backup, folder, { recursive: true })
  await damage(folder)
  return folder
}

/** Its largest part: of the database, whatever the kind. */
async function largestOf(folder: string): Promise<string> {
  const { parts } = await manifestOf(folder)
  return ensure([...parts].sort((a, b) => b.bytes - a.bytes)[0]).path
}

async function changeManifest(folder: string, change: (manifest: BackupManifest) => void): Promise<void> {
  const content = await manifestOf(folder)
  change(content)
  const sha256 = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  await writeFile(
    join(folder, 'manifest.json'),
    JSON.stringify({ format: 'truestrike-backup/1', sha256, content }),
  )
}

const flip = async (file: string): Promise<void> => {
  const bytes = await readFile(file)
  const at = bytes.length >> 1
  bytes[at] = ensure(bytes[at]) ^ 1
  await writeFile(file, bytes)
}

/** What is wrong with a backup, and the words that are told of it. */
const DAMAGES: [name: string, words: string, damage: (folder: string) => Promise<void>][] = [
  ['a flipped bit', 'is not what was written', async (it) => flip(join(it, await largestOf(it)))],
  [
    'an end cut off',
    'is cut off',
    async (it) => {
      const file = join(it, await largestOf(it))
      await truncate(file, (await stat(file)).size - 1)
    },
  ],
  ['a part that is missing', 'is missing', async (it) => rm(join(it, await largestOf(it)))],
  [
    'a changed manifest',
    'is damaged',
    async (it) => {
      const file = join(it, 'manifest.json')
      await writeFile(file, (await readFile(file, 'utf8')).replace('"online": false', '"online": true'))
    },
  ],
  ['half a manifest', 'is damaged', async (it) => truncate(join(it, 'manifest.json'), 1_000)],
  ['no manifest', 'is no backup', async (it) => rm(join(it, 'manifest.json'))],
  [
    'a format to come',
    'made by a newer version (truestrike-backup/2)',
    async (it) => {
      const file = join(it, 'manifest.json')
      await writeFile(
        file,
        (await readFile(file, 'utf8')).replace('truestrike-backup/1', 'truestrike-backup/2'),
      )
    },
  ],
  [
    'a newer schema',
    'a newer schema (9999-to-come.sql)',
    (it) => changeManifest(it, ({ schema }) => void schema.push({ name: '9999-to-come.sql', checksum: '' })),
  ],
  [
    'another schema of the same name',
    'another 0001-platform.sql',
    (it) =>
      changeManifest(it, ({ schema }) => {
        ensure(schema[0]).checksum = 'other'
      }),
  ],
  [
    'the log of another database',
    'is not the one its manifest tells of',
    (it) =>
      changeManifest(it, ({ log }) => {
        ensure(log[0]).seq += 1
      }),
  ],
]

test.each(shareOf(DAMAGES))(
  '[O6] %s is told, and nothing is restored',
  { timeout: TIMEOUT_MS },
  async (name, words, damage) => {
    const folder = await damaged(name.replaceAll(' ', '-'), damage)
    const to = await rig.place()
    const ended = await rig.command('restore-command', to, [folder])
    expect(ended).toMatchObject({ code: 1, output: expect.stringContaining(words) })
    expect(ended.output).not.toContain('    at ')
    expect(existsSync(join(to.folder, 'database'))).toBe(false)
    await rm(folder, { recursive: true })
  },
)

test('[O6] a restore goes into an empty place only, and only once', { timeout: TIMEOUT_MS }, async () => {
  const to = await rig.place()
  expect(await rig.command('restore-command', to, [backup])).toMatchObject({ code: 0 })
  const twice = await rig.command('restore-command', to, [backup])
  expect(twice.code).toBe(1)
  expect(twice.output).toMatch(/is there already|expected an empty database/)
  const beside = await rig.place()
  await writeFile(join(beside.folder, 'feed-master'), `${'ab'.repeat(32)}\n`)
  const mixed = await rig.command('restore-command', beside, [backup])
  expect(mixed).toMatchObject({ code: 1, output: expect.stringContaining('and another one') })
  expect(await rig.command('audit-ledger', to, [])).toMatchObject({ code: 0 })
})

test('[O6] what is asked for wrongly is answered with how to ask', { timeout: TIMEOUT_MS }, async () => {
  for (const [name, args] of [
    ['restore-command', []],
    ['restore-command', [backup, '--quick']],
    ['backup-command', ['one', 'two']],
    ['backup-command', ['--without-everything']],
  ] as const) {
    const ended = await rig.command(name, source, [...args])
    expect(ended).toMatchObject({ code: 2, output: expect.stringContaining('usage: npm run') })
  }
  const there = await rig.command('backup-command', source, [backup])
  expect(there).toMatchObject({ code: 1, output: expect.stringContaining('is there already') })
  const nowhere = await rig.command(
    'backup-command',
    { folder: '', env: { DATA_DIR: join(source.folder, 'nowhere') } },
    [`${backup}-nowhere`],
  )
  expect(nowhere).toMatchObject({ code: 1, output: expect.stringContaining('there is no database') })
})

test('[O6] [K5] what a backup holds is for its owner only, and says what was left out', {
  timeout: TIMEOUT_MS,
}, async () => {
  expect((await stat(backup)).mode & 0o777).toBe(0o700)
  const { parts, online, leftOut, database, log } = await manifestOf(backup)
  expect({ online, leftOut }).toEqual({ online: false, leftOut: [] })
  expect(database.kind).toBe(testDatabaseUrl === undefined ? 'pglite' : 'postgres')
  expect(log.length).toBeGreaterThan(0)
  for (const { path } of parts) expect((await stat(join(backup, path))).mode & 0o777).toBe(0o600)
  const names = parts.map(({ path }) => path)
  expect(names).toEqual(expect.arrayContaining(['feed-master', 'signing-keys.json', 'secret-keys.json']))
  const without = `${backup}-without`
  const args = [without, '--without-keys', '--without-archives']
  expect(await rig.command('backup-command', source, args)).toMatchObject({ code: 0 })
  const lean = await manifestOf(without)
  expect(lean.leftOut.sort()).toEqual(['archives', 'keys'])
  expect(lean.parts.map(({ path }) => path)).not.toEqual(
    expect.arrayContaining([expect.stringContaining('-keys.json')]),
  )
})

test('[O6] a backup that is killed leaves nothing with its name, and the server takes the next one', {
  timeout: TIMEOUT_MS,
}, async () => {
  const place = await rig.place()
  const running = await rig.start(place)
  const target = `${place.folder}-killed`
  const child = spawn(process.execPath, [...ENGINE_FLAGS, ...commandFile('backup-command'), target], {
    env: { PATH: process.env.PATH, ...place.env },
    stdio: 'ignore',
  })
  const begun =
    testDatabaseUrl === undefined ? join(`${target}.draft`, 'database', 'base') : `${target}.draft`
  while (!existsSync(begun)) await delay(1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(existsSync(target)).toBe(false)
  const unfinished = await rig.command('restore-command', await rig.place(), [`${target}.draft`])
  expect(unfinished).toMatchObject({ code: 1, output: expect.stringContaining('is no backup') })
  expect(await rig.command('backup-command', place, [target])).toMatchObject({
    code: 1,
    output: expect.stringContaining('.draft is there already'),
  })
  await rm(`${target}.draft`, { recursive: true })
  expect(await rig.command('backup-command', place, [target])).toMatchObject({ code: 0 })
  expect((await manifestOf(target)).online).toBe(true)
  expect((await readdir(dirname(target))).filter((name) => name.endsWith('.draft'))).toEqual([])
  await readyAt(running)
  expect(await running.end('SIGTERM')).toBe(0)
  expect(existsSync(join(place.folder, 'control.json'))).toBe(false)
})

test.runIf(testDatabaseUrl !== undefined)(
  '[O6] programs of PostgreSQL that are missing or too old are named, and an unfinished restore is not started on',
  { timeout: TIMEOUT_MS },
  async () => {
    const tools = `${source.folder}-tools`
    await mkdir(tools)
    const missing = await rig.command('backup-command', source, [`${backup}-tools`], { PATH: tools })
    expect(missing).toMatchObject({ code: 1, output: expect.stringContaining('pg_dump is not in PATH') })
    for (const tool of ['pg_dump', 'pg_restore']) {
      await writeFile(join(tools, tool), `#!/bin/sh\necho "${tool} (PostgreSQL) 9.6.1"\n`)
      await chmod(join(tools, tool), 0o700)
    }
    await rm(`${backup}-tools.draft`, { recursive: true, force: true })
    const old = await rig.command('backup-command', source, [`${backup}-tools`], { PATH: tools })
    expect(old.output).toMatch(/pg_dump of PostgreSQL \d+ or newer is needed, that of PATH is 9/)
    const to = await rig.place()
    const restored = await rig.command('restore-command', to, [backup], { PATH: tools })
    expect(restored.output).toMatch(/pg_restore of PostgreSQL \d+ or newer is needed/)
    await rig.inDatabase(to, (db) => markRestore(db))
    expect((await rig.refuse(to)).output).toContain('a restore into this database was not finished')
    const again = await rig.command('restore-command', to, [backup])
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('was not finished') })
  },
)
