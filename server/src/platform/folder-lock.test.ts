import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { FolderLockedError, lockFolder } from './folder-lock.ts'

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

async function hold(folder: string): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
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
