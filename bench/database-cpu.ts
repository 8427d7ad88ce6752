import { existsSync, readFileSync } from 'node:fs'
import type { BenchServer } from './bench-process.ts'

/** /proc counts in hundredths of a second. */
const MICROS_PER_TICK = 10_000

/** CPU of the server and, on PostgreSQL, of its connections' processes so far, in microseconds (Linux). */
export async function cpuMicrosOf(server: BenchServer & { databaseUrl: string | null }): Promise<number> {
  const { cpuMicros } = await server.usage()
  if (server.databaseUrl === null) return cpuMicros
  return (await backendsOf(server)).reduce((sum, pid) => sum + processMicros(pid), cpuMicros)
}

async function backendsOf(server: BenchServer): Promise<number[]> {
  const rows = await server.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  )
  return rows.map(({ pid }) => pid)
}

const SAMPLE_MS = 500

/** CPU of all connections to the database from now on, those that come and go among them; `end` answers it in microseconds. */
export async function watchBackends(server: BenchServer): Promise<{ end(): Promise<number> }> {
  const seen = new Map<number, number>()
  let total = 0
  const sample = async (counts: boolean): Promise<void> => {
    for (const pid of await backendsOf(server)) {
      const micros = processMicros(pid)
      if (counts) total += Math.max(0, micros - (seen.get(pid) ?? 0))
      seen.set(pid, micros)
    }
  }
  await sample(false)
  const timer = setInterval(() => void sample(true), SAMPLE_MS)
  return {
    end: async () => {
      clearInterval(timer)
      await sample(true)
      return total
    },
  }
}

/** 0 when it is gone. */
export function processMicros(pid: number): number {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return 0
  const stat = readFileSync(path, 'latin1')
  // After the name in brackets, which may hold anything: fields 3 on; 14 and 15 are user and system time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * MICROS_PER_TICK
}
