import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

/** What an operator needs once, readable by the owner of the process only. */
export interface FirstRun {
  inviteCode: string
  inviteLink: string
  adminUsername: string
  /** Absent once it was used, has expired, or was never known to this process. */
  adminPassword?: string
}

const OWNER_ONLY = 0o600

export const firstRunPath = (dataDir: string): string => join(dataDir, 'first-run.json')

export async function readFirstRun(dataDir: string): Promise<Partial<FirstRun> | null> {
  try {
    const parsed: unknown = JSON.parse(await readFile(firstRunPath(dataDir), 'utf8'))
    return typeof parsed === 'object' && parsed !== null ? (parsed as Partial<FirstRun>) : null
  } catch {
    // Missing or spoilt: it is written anew, it holds nothing that the database needs.
    return null
  }
}

/** Whole or not at all, and never for a moment readable by others. */
export async function writeFirstRun(dataDir: string, content: FirstRun): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const path = firstRunPath(dataDir)
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

export async function eraseFirstRunPassword(dataDir: string): Promise<void> {
  const content = await readFirstRun(dataDir)
  if (content?.adminPassword === undefined) return
  const { adminPassword: _erased, ...rest } = content
  await writeFirstRun(dataDir, { inviteCode: '', inviteLink: '', adminUsername: '', ...rest })
}
