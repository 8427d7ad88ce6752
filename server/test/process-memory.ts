import { readdirSync, readFileSync } from 'node:fs'

const LOOK_MS = 25

/** What all of a process's family takes of memory, its children and theirs included, in bytes; what two share counts once. */
function familyBytes(pid: number): number {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readOrNull(`/proc/${name}/stat`) : null
    // After the name in brackets, which may hold anything: state, then the parent.
    if (stat !== null) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const isOfFamily = (each: number | undefined): boolean =>
    each !== undefined && (each === pid || isOfFamily(parents.get(each)))
  return [...parents.keys()].filter(isOfFamily).reduce((sum, each) => sum + bytesOf(each), 0)
}

/** 0 when it is gone. */
function bytesOf(pid: number): number {
  const pss = /^Pss:\s+(\d+) kB$/m.exec(readOrNull(`/proc/${pid}/smaps_rollup`) ?? '')
  return Number(pss?.[1] ?? 0) * 1_024
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return null
  }
}

/** Only Linux tells what processes share. */
export const canMeasureMemory = readOrNull('/proc/self/smaps_rollup') !== null

/** Watches the memory of a process and its children; `end` answers by how much it has grown at most, in bytes. */
export function watchMemory(pid: number): { end(): number } {
  const before = familyBytes(pid)
  let most = before
  const look = (): void => {
    most = Math.max(most, familyBytes(pid))
  }
  const timer = setInterval(look, LOOK_MS)
  return {
    end() {
      clearInterval(timer)
      look()
      return most - before
    },
  }
}
