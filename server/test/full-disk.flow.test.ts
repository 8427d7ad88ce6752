import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleServer, readyAt, type ServerBundle } from './server-process.ts'

const LIMIT_MS = 120_000

/** A disk of its own: whoever may not mount one cannot fill one up. */
const disk = mkdtempSync(join(tmpdir(), 'truestrike-disk-'))
const mount = (...options: string[]): boolean => {
  try {
    execFileSync('mount', [...options, disk], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const isMounted = mount('-t', 'tmpfs', '-o', 'size=150m', 'tmpfs')

/** Writes until there is no room any more. */
function fillDisk(): void {
  const file = openSync(join(disk, 'something-else'), 'w')
  try {
    for (;;) writeSync(file, Buffer.alloc(65_536))
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
  } finally {
    closeSync(file)
  }
}

let server: ServerBundle
beforeAll(async () => {
  server = await bundleServer()
})
afterAll(async () => {
  await server.remove()
  if (isMounted) execFileSync('umount', [disk])
  rmSync(disk, { recursive: true, force: true })
})

test.skipIf(!isMounted)(
  '[O2] [O4] a full disk ends the embedded product by name; with room again it goes on',
  { timeout: 3 * LIMIT_MS },
  async () => {
    const env = { DATA_DIR: join(disk, 'data') }
    const running = await server.start(env)
    await readyAt(running)
    fillDisk()
    expect(await running.ended).toBe(1)
    expect(running.output()).toContain(`DATA_DIR: expected room on the disk of ${env.DATA_DIR}`)
    mount('-o', 'remount,size=300m')
    const again = await server.start(env)
    await readyAt(again)
    expect(await again.end('SIGTERM')).toBe(0)
  },
)
