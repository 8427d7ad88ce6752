import { execFileSync } from 'node:child_process'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

export interface FolderLock {
  release(): void
}

export class FolderLockedError extends Error {
  /** Process that holds the folder. */
  readonly pid: number

  constructor(folder: string, pid: number) {
    super(
      `the folder ${folder} is in use by process ${pid}: stop that process first, or choose another folder (DATA_DIR)`,
    )
    this.name = 'FolderLockedError'
    this.pid = pid
  }
}

interface Holder {
  pid: number
  /** Start of the process as the system tells it: a reused process id does not pass for the holder. */
  startedAt: string
}

/** Two processes may find the same stale lock; each then tries again this often at most. */
const ATTEMPTS_MAX = 100
const TAKEOVER_WAIT_MS = 20

/**
 * Takes `<folder>.lock` beside the folder for this process. PGlite itself lets two processes open one folder, and
 * acknowledged rows then vanish. The lock of a process that no longer lives is taken over.
 * Throws `FolderLockedError` while its holder lives.
 */
export function lockFolder(folder: string): FolderLock {
  const lockFile = `${resolve(folder)}.lock`
  mkdirSync(dirname(lockFile), { recursive: true })
  const me: Holder = { pid: process.pid, startedAt: processStart(process.pid) ?? 'unknown' }
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    if (tryCreate(lockFile, me)) {
      // Also when the process ends without closing: its threads have ended by then.
      const atExit = (): void => release(lockFile, me)
      process.once('exit', atExit)
      return {
        release: () => {
          process.off('exit', atExit)
          release(lockFile, me)
        },
      }
    }
    const holder = readHolder(lockFile)
    if (holder === null) continue
    if (isAlive(holder)) throw new FolderLockedError(folder, holder.pid)
    removeStale(lockFile, holder, me)
  }
  throw new Error(`the lock ${lockFile} could not be taken: remove it if no process uses the folder`)
}

/** Written whole under another name, then linked: nobody ever reads half a lock. */
function tryCreate(lockFile: string, me: Holder): boolean {
  const draft = `${lockFile}.${me.pid}.draft`
  const fd = openSync(draft, 'w', 0o600)
  writeSync(fd, JSON.stringify(me))
  fsyncSync(fd)
  closeSync(fd)
  try {
    linkSync(draft, lockFile)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function readHolder(lockFile: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(lockFile, 'utf8')) as Partial<Holder>
    return { pid: Number(holder.pid), startedAt: String(holder.startedAt) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    // Unreadable: nobody alive can be told from it.
    return { pid: -1, startedAt: '' }
  }
}

/**
 * Only who holds the right of takeover may remove a stale lock, and looks again first: of many processes that saw the
 * same stale lock, none can remove the fresh lock of another.
 */
function removeStale(lockFile: string, stale: Holder, me: Holder): void {
  const takeover = `${lockFile}.takeover`
  if (!tryCreate(takeover, me)) {
    const other = readHolder(takeover)
    if (other !== null && !isAlive(other)) rmSync(takeover, { force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TAKEOVER_WAIT_MS)
    return
  }
  try {
    const now = readHolder(lockFile)
    if (now?.pid === stale.pid && now.startedAt === stale.startedAt) rmSync(lockFile, { force: true })
  } finally {
    rmSync(takeover, { force: true })
  }
}

function release(lockFile: string, me: Holder): void {
  const holder = readHolder(lockFile)
  if (holder?.pid === me.pid && holder.startedAt === me.startedAt) rmSync(lockFile, { force: true })
}

function isAlive(holder: Holder): boolean {
  if (!Number.isInteger(holder.pid) || holder.pid <= 0) return false
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const startedAt = processStart(holder.pid)
  return startedAt === null || holder.startedAt === 'unknown' || startedAt === holder.startedAt
}

/** Start of a process, or null when the system does not tell (then the process id alone must do). */
function processStart(pid: number): string | null {
  return linuxStart(pid) ?? portableStart(pid)
}

/** Clock ticks since boot, with the boot's id: after a restart of the machine no old lock looks alive. */
function linuxStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z') return 'zombie'
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}:${fields[19]}`
  } catch {
    return null
  }
}

function portableStart(pid: number): string | null {
  try {
    if (process.platform === 'win32') return null
    const answer = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      timeout: 5_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return answer.toString().trim() || null
  } catch {
    return null
  }
}
