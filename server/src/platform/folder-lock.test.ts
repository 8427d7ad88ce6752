import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { FolderLockedError, lockFolder } from './folder-lock.ts'

/** A process namespace of its own, as a container has. */
const NAMESPACE = ['unshare', '-pf', '--kill-child', '--mount-proc']
const mayUnshare = spawnSync(NAMESPACE[0] ?? '', [...NAMESPACE.slice(1), 'true']).status === 0

let work: string
let script: string
const children: ChildProcess[] = []

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'truestrike-lock-'))
  script = join(work, 'holder.mjs')
  const source = fileURLToPath(new URL('./folder-lock.ts', import.meta.url))
  await build({
    stdin: {
      contents: `import { lockFolder } from ${JSON.stringify(source)}
        try { lockFolder(process.argv[2]); console.log('held') } catch (error) { console.log(error.message); process.exit(1) }
        setInterval(() => {}, 1000)`,
      resolveDir: work,
    },
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
  })
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rm(work, { recursive: true, force: true }))

async function hold(
  folder: string,
  within: readonly string[] = [],
): Promise<{ child: ChildProcess; said: string }> {
  const [command = '', ...args] = [...within, process.execPath, script, folder]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  children.push(child)
  const [said] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  return { child, said: said.toString().trim() }
}

test('[O4] a second process is refused, and told which process holds the folder', async () => {
  const folder = join(work, 'a')
  const first = await hold(folder)
  expect(first.said).toBe('held')
  expect(() => lockFolder(folder)).toThrow(FolderLockedError)
  expect(() => lockFolder(folder)).toThrow(`in use by process ${first.child.pid}`)
  const second = await hold(folder)
  expect(second.said).toContain(`process ${first.child.pid}`)
})

test('[O4] the lock of a killed process is taken over', async () => {
  const folder = join(work, 'b')
  const { child } = await hold(folder)
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(existsSync(`${folder}.lock`)).toBe(true)
  const lock = lockFolder(folder)
  expect((await hold(folder)).said).toContain(`process ${process.pid}`)
  lock.release()
  expect(existsSync(`${folder}.lock`)).toBe(false)
})

test('[O4] a reused process id does not pass for the holder', async () => {
  const folder = join(work, 'c')
  await writeFile(`${folder}.lock`, JSON.stringify({ pid: process.pid, startedAt: 'another boot:1' }))
  lockFolder(folder).release()
})

test('[O4] an unreadable lock is taken over, and of many who try at once one gets it', async () => {
  const folder = join(work, 'd')
  await writeFile(`${folder}.lock`, 'half a li')
  const all = await Promise.all(Array.from({ length: 6 }, () => hold(folder)))
  expect(all.filter(({ said }) => said === 'held')).toHaveLength(1)
})

test('[O4] the same process cannot take the lock twice', () => {
  const folder = join(work, 'e')
  const lock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(FolderLockedError)
  lock.release()
  lockFolder(folder).release()
})

test.skipIf(!mayUnshare)(
  '[O4] a process of another container that shares the volume is refused, and refuses, although neither sees the other',
  { timeout: 60_000 },
  async () => {
    const folder = join(work, 'f')
    const inside = await hold(folder, NAMESPACE)
    expect(inside.said).toBe('held')
    expect(() => lockFolder(folder)).toThrow('of another container or machine')
    inside.child.kill('SIGKILL')

    const other = join(work, 'g')
    const lock = lockFolder(other)
    expect((await hold(other, NAMESPACE)).said).toContain(`in use by process ${process.pid} of another`)
    lock.release()
    expect((await hold(other, NAMESPACE)).said).toBe('held')
  },
)

test('[O4] a lock from elsewhere is taken over once it has not been written for 15 s', async () => {
  const folder = join(work, 'h')
  const foreign = { pid: process.pid, startedAt: 'x:1', space: 'elsewhere', host: 'box' }
  const silentFor = async (seconds: number): Promise<void> => {
    await writeFile(`${folder}.lock`, JSON.stringify(foreign))
    const at = Date.now() / 1_000 - seconds
    await utimes(`${folder}.lock`, at, at)
  }
  const takesMs = (): number => {
    const startMs = performance.now()
    lockFolder(folder).release()
    return performance.now() - startMs
  }
  await silentFor(16)
  expect(takesMs()).toBeLessThan(5_000)
  await silentFor(13)
  expect(takesMs()).toBeGreaterThan(1_000)
})

test('[O4] the holder writes its lock again and again, puts back one that was removed, and is told when it was taken over', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const folder = join(work, 'i')
  const file = `${folder}.lock`
  const lost: Error[] = []
  const lock = lockFolder(folder, (error) => lost.push(error))
  const mine = await readFile(file, 'utf8')
  await utimes(file, 1, 1)
  vi.advanceTimersByTime(3_000)
  expect((await stat(file)).mtimeMs).toBeGreaterThan(2_000)
  expect(await readFile(file, 'utf8')).toBe(mine)
  await rm(file)
  vi.advanceTimersByTime(3_000)
  expect([await readFile(file, 'utf8'), lost]).toEqual([mine, []])

  const others = JSON.stringify({ pid: 7, startedAt: 'x:1', space: 'elsewhere', host: 'box' })
  await writeFile(file, others)
  vi.advanceTimersByTime(9_000)
  expect(lost.map(({ message }) => message)).toEqual([
    expect.stringContaining('taken over by another process'),
  ])
  lock.release()
  expect(await readFile(file, 'utf8')).toBe(others)
  vi.useRealTimers()
})
