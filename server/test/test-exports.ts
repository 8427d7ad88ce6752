import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Db } from '../src/platform/db.ts'
import { toDbFault } from '../src/platform/db-error.ts'
import { createListExports, type ListExports } from '../src/platform/list-exports.ts'
import type { WorkerAnswer, WorkerCall } from '../src/platform/pglite-transport.ts'
import type { SecretBox } from '../src/platform/secret-box.ts'
import { bundledWorker } from './server-bundle.ts'

/**
 * Files of lists, made by the real thread. It reads by way of `db`: a test's database may be in memory, where no other thread
 * can reach it, and what the test does to it holds for the thread too.
 */
export function createTestExports({ db, secrets }: { db: Db; secrets: SecretBox }): ListExports {
  return createListExports({
    secrets,
    connect: () => serveTo(db),
    threadFile: () => bundledWorker('export-thread'),
  })
}

/** One end of a connection at which `db` answers as the embedded database does. */
export function serveTo(db: Pick<Db, 'query'>, onPort?: (ours: MessagePort) => void): MessagePort {
  const { port1, port2 } = new MessageChannel()
  const answer = (message: WorkerAnswer): void => port1.postMessage(message)
  port1.on('message', (call: WorkerCall) => {
    if (call.op !== 'query') throw new Error(`files of lists only read, and this is ${call.op}`)
    db.query(call.text, call.params).then(
      (value) => answer({ id: call.id, value }),
      (error: unknown) => answer({ id: call.id, fault: toDbFault(error) }),
    )
  })
  port1.unref()
  answer({ id: 0, value: 'open' })
  onPort?.(port1)
  return port2
}
