import { readFileSync } from 'node:fs'
import type { BenchServer } from './bench-process.ts'

/** /proc counts in hundredths of a second. */
const MICROS_PER_TICK = 10_000

/** CPU of the server and, on PostgreSQL, of its connections' processes so far, in microseconds (Linux). */
export async function cpuMicrosOf(server: BenchServer & { databaseUrl: string | null }): Promise<number> {
  const { cpuMicros } = await server.usage()
  if (server.databaseUrl === null) return cpuMicros
  const backends = await server.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  )
  return backends.reduce((sum, { pid }) => sum + processMicros(pid), cpuMicros)
}

function processMicros(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  // After the name in brackets, which may hold anything: fields 3 on; 14 and 15 are user and system time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * MICROS_PER_TICK
}
