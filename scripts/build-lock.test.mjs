import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truestrike-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A process that "builds" for a while: notes when it begins and ends. */
function builder(name, then = '') {
  const script = `
    import { appendFileSync } from 'node:fs'
    import { buildAlone } from ${JSON.stringify(new URL('build-lock.mjs', import.meta.url).href)}
    await buildAlone(async () => {
      appendFileSync('notes', '${name} begins\\n')
      await new Promise((resolve) => setTimeout(resolve, 300))
      ${then}
      appendFileSync('notes', '${name} ends\\n')
    }, 'lock')`
  return spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, stdio: 'inherit' })
}

const notes = () => readFileSync(join(folder, 'notes'), 'utf8').trim().split('\n')

test('[O1] two builds in one working copy run one after the other', async () => {
  const exits = ['a', 'b', 'c'].map((name) => once(builder(name), 'exit'))
  expect((await Promise.all(exits)).map(([code]) => code)).toEqual([0, 0, 0])
  const told = notes()
  expect(told).toHaveLength(6)
  for (const at of [0, 2, 4]) expect(told[at + 1]).toBe(told[at].replace('begins', 'ends'))
  expect(existsSync(join(folder, 'lock'))).toBe(false)
})

test('[O1] the lock of a build that was killed or failed keeps nobody waiting', async () => {
  const killed = builder('killed', "process.kill(process.pid, 'SIGKILL')")
  await once(killed, 'exit')
  expect(readFileSync(join(folder, 'lock'), 'utf8').split(' ')[0]).toBe(String(killed.pid))
  await once(builder('failed', 'process.exit(1)'), 'exit')
  expect(existsSync(join(folder, 'lock'))).toBe(false)
  await once(builder('next'), 'exit')
  expect(notes()).toEqual(['killed begins', 'failed begins', 'next begins', 'next ends'])
})

test('[O1] a lock that nobody can hold any more keeps nobody waiting: an empty one, and one of a number used again', async () => {
  for (const left of ['', '0', `${process.pid} 1`]) {
    writeFileSync(join(folder, 'lock'), left)
    await once(builder('next'), 'exit')
  }
  expect(notes()).toHaveLength(6)
})
