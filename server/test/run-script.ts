import { execFile } from 'node:child_process'
import { ENGINE_FLAGS } from './engine-flags.ts'

/** Runs a script of the repository as an operator would, with this environment and no other. */
export function runScript(
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...ENGINE_FLAGS, ...args],
      { env: { PATH: process.env.PATH ?? '', ...env } },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr })
      },
    )
  })
}
