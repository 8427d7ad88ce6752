import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importScript } from './import-script.ts'

/** The two programs that verify a receipt without the site. */
export interface CommandVerifiers {
  /** Exit codes for a receipt and a keys file: of the one in JavaScript, and of the one in Python (null: no Python here). */
  run(receipt: unknown, keys: unknown): { node: number | null; python: number | null }
  remove(): void
}

const hasPython = spawnSync('python3', ['--version']).status === 0

export async function bundleVerifiers(): Promise<CommandVerifiers> {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const { bundleVerifier } = await importScript<{ bundleVerifier(outfile: string): Promise<void> }>(
    'build-verifier',
  )
  const folder = mkdtempSync(join(tmpdir(), 'truestrike-verify-'))
  const program = join(folder, 'truestrike-verify.mjs')
  await bundleVerifier(program)
  const exitCode = (command: string, ...args: string[]): number | null =>
    spawnSync(command, [...args, 'receipt.json', '--keys', 'keys.json'], { cwd: folder }).status
  return {
    run(receipt, keys) {
      writeFileSync(join(folder, 'receipt.json'), JSON.stringify(receipt))
      writeFileSync(join(folder, 'keys.json'), JSON.stringify(keys))
      return {
        node: exitCode(process.execPath, program),
        python: hasPython
          ? exitCode('python3', '-B', join(root, 'verify/python/truestrike_verify.py'))
          : null,
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** What both programs answer with; Python is not everywhere. */
export const bothExit = (code: number) => ({ node: code, python: hasPython ? code : null })
