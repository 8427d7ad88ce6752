import { setFlagsFromString } from 'node:v8'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { createPgliteConnections } from './pglite-connections.ts'
import { type EngineOptions, openPgliteEngine } from './pglite-engine.ts'
import type { ConnectMessage, WorkerAnswer, WorkerCall } from './pglite-transport.ts'

/** Longer than PostgreSQL's connections have: here nobody takes products over, others only wait. Real time. */
const IDLE_IN_TRANSACTION_MS = 5_000

/**
 * What a function of the engine runs through, in bytes, before V8 compiles it a second time, to be fast. V8's own measure makes a start
 * compile for longer than it runs. It is set, for the whole process, before anything of the engine has been compiled.
 */
const BYTES_BEFORE_OPTIMIZING = 200_000_000

setFlagsFromString(`--wasm-tiering-budget=${BYTES_BEFORE_OPTIMIZING}`)

const parent = parentPort
if (parent === null) throw new Error('pglite-worker runs as a worker thread only')

const engine = await openPgliteEngine(workerData as EngineOptions)
const ports = new Set<MessagePort>()
const connections = createPgliteConnections({
  engine,
  idleInTransactionMs: IDLE_IN_TRANSACTION_MS,
  onClosed() {
    parent?.close()
    for (const port of ports) port.close()
  },
})

function connect(port: MessagePort): void {
  const connection = connections.connect((answer) => port.postMessage(answer))
  port.on('message', (call: WorkerCall) => connection.receive(call))
  port.on('close', () => {
    connection.disconnect()
    ports.delete(port)
  })
  ports.add(port)
  port.postMessage({ id: 0, value: 'open' } satisfies WorkerAnswer)
}

const main = connections.connect((answer) => parent.postMessage(answer))
parent.on('message', (message: WorkerCall | ConnectMessage) => {
  if ('port' in message) connect(message.port)
  else main.receive(message)
})
parent.postMessage({ id: 0, value: 'open' } satisfies WorkerAnswer)
