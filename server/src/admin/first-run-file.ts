import { chmod, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** What an operator needs once, readable by the owner of the process only. */
export interface FirstRun {
  inviteCode: string
  inviteLink: string
  adminUsername: string
  /** Absent once it was used, has expired, or was never known to a process with this folder. */
  adminPassword?: string
}

const OWNER_ONLY = 0o600

export const firstRunPath = (dataDir: string): string => join(dataDir, 'first-run.json')

/** Where the same is kept of a database that is not in use, by its invite code. */
export const firstRunAsidePath = (dataDir: string, inviteCode: string): string =>
  join(dataDir, `first-run.${inviteCode}.json`)

const FILE_NAME = /^first-run(\.\w+)?\.json$/

export async function readFirstRun(path: string): Promise<Partial<FirstRun> | null> {
  try {
    const parsed: unknown = JSON.parse(await readFile(path, 'utf8'))
    return typeof parsed === 'object' && parsed !== null ? (parsed as Partial<FirstRun>) : null
  } catch {
    // Missing or spoilt: it is written anew, it holds nothing that the database needs.
    return null
  }
}

/** Whole or not at all, and never for a moment readable by others. */
export async function writeFirstRun(path: string, content: Partial<FirstRun>): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.new`
  const file = await open(draft, 'w', OWNER_ONLY)
  try {
    await file.chmod(OWNER_ONLY)
    await file.writeFile(`${JSON.stringify(content, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
  await chmod(path, OWNER_ONLY)
}

export const removeFirstRun = (path: string): Promise<void> => rm(path, { force: true })

/** Wherever it is kept: another process may have started on another database with the same folder. */
export async function eraseFirstRunPassword(dataDir: string, password: string): Promise<void> {
  // A folder that is gone holds none, and keeps nobody from signing in.
  const names = await readdir(dataDir).catch(() => [])
  for (const name of names.filter((entry) => FILE_NAME.test(entry))) {
    const path = join(dataDir, name)
    const { adminPassword, ...rest } = (await readFirstRun(path)) ?? {}
    if (adminPassword === password) await writeFirstRun(path, rest)
  }
}
