import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Download, Page } from '@playwright/test'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** What a press gives the user as a file. */
export async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; path: string }> {
  const [download]: [Download, unknown] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), path: await download.path() }
}

export const sha256Of = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

/** The command that the pages name, with files that they gave. */
export function verify(receipt: string, keys: string): { status: number | null; said: string } {
  const program = join(root, 'verify/dist/truestrike-verify.mjs')
  const { status, stdout } = spawnSync(process.execPath, [program, receipt, '--keys', keys], {
    encoding: 'utf8',
  })
  return { status, said: stdout }
}

/** The same question to the verifier in Python; null where there is no Python. */
export function verifyInPython(receipt: string, keys: string): number | null {
  const program = join(root, 'verify/python/truestrike_verify.py')
  const { status, error } = spawnSync('python3', ['-B', program, receipt, '--keys', keys])
  return error === undefined ? status : null
}
