import { parentPort, workerData } from 'node:worker_threads'
import { toDbFault } from './db-error.ts'
import { type EngineOptions, openPgliteEngine } from './pglite-engine.ts'
import { carryOut, type WorkerAnswer, type WorkerCall } from './pglite-transport.ts'

const port = parentPort
if (port === null) throw new Error('pglite-worker runs as a worker thread only')

const engine = await openPgliteEngine(workerData as EngineOptions)

let last: Promise<void> = Promise.resolve()
port.on('message', (call: WorkerCall) => {
  last = last.then(async () => {
    const answer = await carryOut(engine, call).then(
      (value): WorkerAnswer => ({ id: call.id, value }),
      (error: unknown): WorkerAnswer => ({ id: call.id, fault: toDbFault(error) }),
    )
    port.postMessage(answer)
    if (call.op === 'close') port.close()
  })
})
port.postMessage({ id: 0, value: 'open' } satisfies WorkerAnswer)
