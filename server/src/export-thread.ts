import { parentPort, workerData } from 'node:worker_threads'
import { ensure } from '@truestrike/core/assert.ts'
import { auditLogExport } from './admin/export-audit-log.ts'
import { depositsExport, withdrawalsExport } from './funds/export-orders.ts'
import { teamsExport } from './invitations/export-teams.ts'
import { billsExport } from './ledger/export-bills.ts'
import { usersExport } from './people/export-users.ts'
import type { Db } from './platform/db.ts'
import type { ExportAnswer, ExportRequest, ExportThreadOptions } from './platform/export-messages.ts'
import type { ListExport } from './platform/list-exports.ts'
import { openConnectedPglite } from './platform/pglite-db.ts'
import { createSecretBox } from './platform/secret-box.ts'
import { systemRandom } from './platform/secret-token.ts'
import { allContractsExport, contractsExport } from './trading/export-contracts.ts'

/** To PostgreSQL, for all files under way. */
const CONNECTIONS_MAX = 2

const LISTS: readonly Pick<ListExport<never>, 'name' | 'pages'>[] = [
  billsExport,
  contractsExport,
  allContractsExport,
  usersExport,
  teamsExport,
  depositsExport,
  withdrawalsExport,
  auditLogExport,
]
const lists = new Map(LISTS.map((list) => [list.name, list as ListExport<unknown>]))

const port = ensure(parentPort, 'export-thread.ts runs in a worker thread')
const { database, secretKeys } = workerData as ExportThreadOptions
const db = await openDatabase()
const sources = { db, secrets: createSecretBox(secretKeys, systemRandom) }
const files = new Map<number, AsyncGenerator<string>>()

port.on('message', (request: ExportRequest) => {
  switch (request.op) {
    case 'begin':
      files.set(request.id, pagesOf(request))
      return
    case 'next':
      void sendNext(request.id)
      return
    case 'end':
      void end(request.id)
      return
    case 'stop':
      void stop()
  }
})

async function openDatabase(): Promise<Db> {
  if (typeof database === 'string') {
    const { openPostgres } = await import('./platform/postgres-db.ts')
    return await openPostgres(database, { connectionsMax: CONNECTIONS_MAX })
  }
  return await openConnectedPglite(database, (error) => {
    // No list can be read any more: the thread fails, and the next file starts another one.
    throw error
  })
}

async function* pagesOf({ list, input }: Extract<ExportRequest, { op: 'begin' }>): AsyncGenerator<string> {
  yield* ensure(lists.get(list), list).pages(input, sources)
}

async function sendNext(id: number): Promise<void> {
  try {
    const { value, done } = await ensure(files.get(id), 'a file that has begun').next()
    if (done === true) return answer({ id, piece: null })
    // Bytes of their own, which are handed over and not copied.
    const piece = new TextEncoder().encode(value)
    answer({ id, piece }, [piece.buffer])
  } catch (error) {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
    answer({ id, failure: { name, message, stack } })
  }
}

function answer(message: ExportAnswer, transfer: ArrayBuffer[] = []): void {
  port.postMessage(message, transfer)
}

async function end(id: number): Promise<void> {
  const file = files.get(id)
  files.delete(id)
  // What it is reading is read to its end, and no more.
  await file?.return(undefined)
}

async function stop(): Promise<void> {
  await db.close()
  port.close()
}
