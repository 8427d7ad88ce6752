import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, resolve } from 'node:path'

export interface FolderLock {
  release(): void
}

export class FolderLockedError extends Error {
  /** Process that holds the folder. */
  readonly pid: number

  constructor(folder: string, holder: Holder) {
    super(
      `the folder ${folder} is in use by ${nameOf(holder)}: stop that process first, or choose another folder (DATA_DIR)`,
    )
    this.name = 'FolderLockedError'
    this.pid = holder.pid
  }
}

/** Another process has taken the folder, as this one had not been heard of for too long. */
export class FolderLostError extends Error {
  constructor(folder: string) {
    super(`the folder ${folder} was taken over by another process while this one stood still`)
    this.name = 'FolderLostError'
  }
}

interface Holder {
  pid: number
  /** Start of the process as the system tells it: a reused process id does not pass for the holder. */
  startedAt: string
  /** Where the process id counts: kernel and namespace. Containers that share a volume do not see each other's processes. */
  space: string
  /** For people only. */
  host: string
}

/** Two processes may find the same stale lock; each then tries again this often at most. */
const ATTEMPTS_MAX = 100
const TAKEOVER_WAIT_MS = 20
/** The holder writes its lock anew this often; one from elsewhere that has not for so long is gone. */
const BEAT_EVERY_MS = 3_000
const STALE_AFTER_MS = 15_000
const LOOK_EVERY_MS = 100

/**
 * Takes `<folder>.lock` beside the folder for this process. PGlite itself lets two processes open one folder, and
 * acknowledged rows then vanish. The lock of a process that no longer lives is taken over; for one of another container
 * or machine it may have to be waited until it has been silent for long enough.
 * Throws `FolderLockedError` while its holder lives. `onLost`: it was taken over all the same, nothing may be written.
 */
export function lockFolder(folder: string, onLost: (error: Error) => void = () => {}): FolderLock {
  const lockFile = `${resolve(folder)}.lock`
  mkdirSync(dirname(lockFile), { recursive: true })
  const startedAt = processStart(process.pid) ?? 'unknown'
  const me: Holder = { pid: process.pid, startedAt, space: processSpace(), host: hostname() }
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    if (tryCreate(lockFile, me)) return hold(folder, lockFile, me, onLost)
    const holder = readHolder(lockFile)
    if (holder === null) continue
    if (isAlive(lockFile, holder, me)) throw new FolderLockedError(folder, holder)
    removeStale(lockFile, holder, me)
  }
  throw new Error(`the lock ${lockFile} could not be taken: remove it if no process uses the folder`)
}

function hold(folder: string, lockFile: string, me: Holder, onLost: (error: Error) => void): FolderLock {
  const beat = setInterval(() => {
    if (writeAnew(lockFile, me)) return
    clearInterval(beat)
    onLost(new FolderLostError(folder))
  }, BEAT_EVERY_MS).unref()
  // Also when the process ends without closing: its threads have ended by then.
  const atExit = (): void => release(lockFile, me)
  process.once('exit', atExit)
  return {
    release: () => {
      clearInterval(beat)
      process.off('exit', atExit)
      release(lockFile, me)
    },
  }
}

/** The same bytes once more: only the time of the file changes. False when the lock is another's. */
function writeAnew(lockFile: string, me: Holder): boolean {
  try {
    const fd = openSync(lockFile, 'r+')
    try {
      if (!isSame(parseHolder(readFileSync(fd, 'utf8')), me)) return false
      writeSync(fd, JSON.stringify(me), 0)
      return true
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    // Somebody removed it by hand; whoever was faster has the folder. Other faults pass, or show in the database itself.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT' || tryCreate(lockFile, me)
  }
}

/** Written whole under another name, then linked: nobody ever reads half a lock. */
function tryCreate(lockFile: string, me: Holder): boolean {
  const draft = `${lockFile}.${randomUUID()}.draft`
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
    return parseHolder(readFileSync(lockFile, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    return NOBODY
  }
}

const NOBODY: Holder = { pid: -1, startedAt: '', space: '', host: '' }

/** Of what is unreadable nobody alive can be told. */
function parseHolder(text: string): Holder {
  try {
    const { pid, startedAt, space, host } = JSON.parse(text) as Partial<Holder>
    return {
      pid: Number(pid),
      startedAt: String(startedAt),
      space: String(space ?? processSpace()),
      host: String(host ?? ''),
    }
  } catch {
    return NOBODY
  }
}

function isSame(one: Holder | null, other: Holder): boolean {
  return one?.pid === other.pid && one.startedAt === other.startedAt && one.space === other.space
}

function nameOf({ pid, space, host }: Holder): string {
  return space === processSpace()
    ? `process ${pid}`
    : `process ${pid} of another container or machine (host ${host})`
}

/**
 * Only who holds the right of takeover may remove a stale lock, and looks again first: of many processes that saw the
 * same stale lock, none can remove the fresh lock of another.
 */
function removeStale(lockFile: string, stale: Holder, me: Holder): void {
  const takeover = `${lockFile}.takeover`
  if (!tryCreate(takeover, me)) {
    const other = readHolder(takeover)
    if (other !== null && !isAlive(takeover, other, me)) rmSync(takeover, { force: true })
    else wait(TAKEOVER_WAIT_MS)
    return
  }
  try {
    if (isSame(readHolder(lockFile), stale)) rmSync(lockFile, { force: true })
  } finally {
    rmSync(takeover, { force: true })
  }
}

function release(lockFile: string, me: Holder): void {
  if (isSame(readHolder(lockFile), me)) rmSync(lockFile, { force: true })
}

function isAlive(lockFile: string, holder: Holder, me: Holder): boolean {
  if (!Number.isInteger(holder.pid) || holder.pid <= 0) return false
  if (holder.space !== me.space) return isWrittenAnew(lockFile, holder)
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const startedAt = processStart(holder.pid)
  return startedAt === null || holder.startedAt === 'unknown' || startedAt === holder.startedAt
}

/** The process id of another container or machine says nothing here: its holder lives as long as it writes its lock. */
function isWrittenAnew(lockFile: string, holder: Holder): boolean {
  const seenMs = writtenAtMs(lockFile)
  if (seenMs === null) return false
  // Both times are the file system's: the clocks of two machines may differ.
  const restMs = Math.min(STALE_AFTER_MS, STALE_AFTER_MS - (fileTimeMs(lockFile) - seenMs))
  if (restMs > 0) {
    const seconds = Math.ceil(restMs / 1_000)
    process.stderr.write(
      `${lockFile} names ${nameOf(holder)}: waiting up to ${seconds} s to see whether it lives\n`,
    )
  }
  for (const untilMs = performance.now() + restMs; performance.now() < untilMs; wait(LOOK_EVERY_MS)) {
    const nowMs = writtenAtMs(lockFile)
    if (nowMs !== seenMs) return nowMs !== null
  }
  return false
}

/** Opened for it: a network file system answers from memory else. */
function writtenAtMs(file: string): number | null {
  try {
    const fd = openSync(file, 'r')
    try {
      return fstatSync(fd).mtimeMs
    } finally {
      closeSync(fd)
    }
  } catch {
    return null
  }
}

/** What the file system of the lock takes for now. */
function fileTimeMs(lockFile: string): number {
  const probe = `${lockFile}.${randomUUID()}.draft`
  const fd = openSync(probe, 'w', 0o600)
  try {
    writeSync(fd, '-')
    return fstatSync(fd).mtimeMs
  } finally {
    closeSync(fd)
    rmSync(probe, { force: true })
  }
}

function wait(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** Kernel and process namespace; the host's name where the system does not tell them. */
function processSpace(): string {
  try {
    return `${bootId()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
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
    return `${bootId()}:${fields[19]}`
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
