import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BackupError } from './backup-manifest.ts'

const run = promisify(execFile)
const OWNER_ONLY = 0o600
const OUTPUT_MAX_BYTES = 10_000_000

type Tool = 'pg_dump' | 'pg_restore'

/** Throws `BackupError` when the program is not there, or is older than what it has to deal with. */
export async function checkTool(tool: Tool, majorMin: number): Promise<void> {
  const { stdout } = await call(tool, ['--version'])
  const major = Number(/ (\d+)/.exec(stdout)?.[1])
  if (!(major >= majorMin)) {
    throw new BackupError(
      `${tool} of PostgreSQL ${majorMin} or newer is needed, that of PATH is ${major}: install the client programs of that version`,
    )
  }
}

/** A dump in PostgreSQL's own format, of the state that a transaction still open has exported. */
export async function dumpDatabase(url: string, snapshot: string, file: string): Promise<void> {
  await withPassword(url, (address) =>
    call('pg_dump', [
      ...['--format=custom', '--no-owner', '--no-privileges', '--no-password'],
      ...[`--snapshot=${snapshot}`, `--file=${file}`, `--dbname=${address}`],
    ]),
  )
}

/** All of a dump, or nothing of it. */
export async function restoreDump(url: string, file: string): Promise<void> {
  await withPassword(url, (address) =>
    call('pg_restore', [
      ...['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--no-password'],
      ...[`--dbname=${address}`, file],
    ]),
  )
}

/** The password goes by a file: arguments and environment of a process can be seen by others. */
async function withPassword(url: string, work: (address: string) => Promise<unknown>): Promise<void> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  if (password === '') {
    await work(address.href)
    return
  }
  const folder = await mkdtemp(join(tmpdir(), 'truestrike-pgpass-'))
  try {
    const file = join(folder, 'pgpass')
    await writeFile(file, `*:*:*:*:${password.replaceAll(/[\\:]/g, '\\$&')}\n`, { mode: OWNER_ONLY })
    address.password = ''
    address.searchParams.set('passfile', file)
    await work(address.href)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function call(tool: Tool, args: string[]): Promise<{ stdout: string }> {
  try {
    return await run(tool, args, { maxBuffer: OUTPUT_MAX_BYTES })
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string }
    if (code === 'ENOENT')
      throw new BackupError(`${tool} is not in PATH: install the client programs of PostgreSQL`)
    throw new BackupError(`${tool} failed: ${(stderr ?? '').trim() || (error as Error).message}`)
  }
}
