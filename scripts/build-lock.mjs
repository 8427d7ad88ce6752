// One build at a time in a working copy: two would take each other's files away. Node's own modules only.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './setup.mjs'

const LOCK = join(root, '.cache', 'build.lock')
const LOOK_EVERY_MS = 200

/** A process's number and, where the system tells it, when it began: numbers are used again. */
const nameOf = (pid) => `${pid} ${startOf(pid)}`.trim()

function startOf(pid) {
  try {
    // Behind the name, which may have anything in it: proc(5), field 22.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[19]
  } catch {
    return ''
  }
}

const OWN = nameOf(process.pid)

/**
 * Runs `work` while no other process builds here, or holds the `lock`; waits for one that does, and tells so. The lock of a
 * process that has died is taken over.
 */
export async function buildAlone(work, lock = LOCK, tell = console.log) {
  await take(lock, tell)
  const release = () => {
    if (ownerOf(lock) === OWN) rmSync(lock, { force: true })
  }
  // A build that fails ends the process.
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

async function take(lock, tell) {
  mkdirSync(dirname(lock), { recursive: true })
  let told = null
  while (!tryToTake(lock)) {
    const owner = ownerOf(lock)
    if (owner === null) continue
    if (isAlive(owner)) {
      if (told !== owner) tell(`Waiting for another build (process ${owner}; ${lock}) …`)
      told = owner
      await sleep(LOOK_EVERY_MS)
    } else takeAway(lock, owner)
  }
}

/** It has its owner's number in it from the first moment. */
function tryToTake(lock) {
  const own = `${lock}.${process.pid}`
  writeFileSync(own, OWN)
  try {
    linkSync(own, lock)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(own, { force: true })
  }
}

/** Of a process that has died; one that another process has taken meanwhile is put back. */
function takeAway(lock, owner) {
  const taken = `${lock}.${process.pid}`
  try {
    renameSync(lock, taken)
    if (ownerOf(taken) !== owner) linkSync(taken, lock)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  } finally {
    rmSync(taken, { force: true })
  }
}

/** Null: nobody's. */
function ownerOf(lock) {
  try {
    return readFileSync(lock, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

function isAlive(owner) {
  const pid = Number.parseInt(owner, 10)
  // What was cut off in writing, or by this process's own number, is nobody's.
  if (!(pid > 0) || pid === process.pid || nameOf(pid) !== owner) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
