import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { ensure } from '@truestrike/core/assert.ts'
import { connectionsOfThread } from './config.ts'
import { createEngine, type Engine } from './engine.ts'
import type { EngineCall, EngineMessage, EngineRequest, EngineThreadOptions } from './engine-messages.ts'
import { isOperatorError } from './operator-errors.ts'
import type { Db } from './platform/db.ts'
import { createLog } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import { busTrouble, openBus } from './platform/open-bus.ts'
import { openDatabase } from './platform/open-database.ts'
import { openConnectedPglite } from './platform/pglite-db.ts'
import { systemRandom } from './platform/secret-token.ts'
import { createSystemClock } from './platform/system-clock.ts'
import { createThreadBus } from './platform/thread-bus.ts'
import { createSigner } from './proof/signer.ts'

/** Real time between two messages that say the loop runs. */
const HEALTH_EVERY_MS = 500

const port = ensure(parentPort, 'engine-thread.ts runs in a worker thread')
const options = workerData as EngineThreadOptions
const { config } = options
const log = createLog(config.logLevel)
const metrics = createMetrics(false)

interface RunningEngine {
  engine: Engine
  close(): Promise<void>
}

let running: RunningEngine | null = null
let endRest: () => void = () => undefined
let rest: Promise<void> = Promise.resolve()

const send = (message: EngineMessage): void => port.postMessage(message)

port.on('message', (request: EngineRequest) => {
  carryOut(request).then(
    (answer) => send({ kind: 'answer', id: request.id, ...answer }),
    (error: unknown) => {
      const { message, stack } = error instanceof Error ? error : new Error(String(error))
      send({ kind: 'failure', id: request.id, message, stack, isOperatorError: isOperatorError(error) })
    },
  )
})

async function carryOut(
  call: EngineCall,
): Promise<Pick<Extract<EngineMessage, { kind: 'answer' }>, 'metrics'>> {
  switch (call.op) {
    case 'start':
      running = await start(call.database)
      return {}
    case 'stop':
      await stop()
      return {}
    case 'metrics':
      return { metrics: await metrics.values() }
    case 'rest':
      await beginRest()
      return {}
    case 'resume':
      endRest()
      await rest
      return {}
  }
}

async function start(database: MessagePort | null): Promise<RunningEngine> {
  const { bus } =
    options.bus === null
      ? await openBus({ natsUrl: config.natsUrl, prefix: config.natsPrefix, log })
      : { bus: createThreadBus(options.bus, busTrouble(log)) }
  const db = await openEngineDatabase(database)
  const clock = await createSystemClock({ db, log })
  const signer = await createSigner({ db, file: config.signingKeysFile, random: systemRandom })
  const engine = await createEngine({ config, db, bus, clock, log, metrics, signer, random: systemRandom })
  await engine.start()
  const health = setInterval(() => send({ kind: 'health', feedError: feedErrorOf(engine) }), HEALTH_EVERY_MS)
  return {
    engine,
    async close() {
      clearInterval(health)
      clock.close()
      await bus.close()
      await db.close()
    },
  }
}

function openEngineDatabase(database: MessagePort | null): Promise<Db> {
  const lost = (error: Error): void => {
    // Nothing can be stored any more: the thread fails, and with it the process.
    throw error
  }
  if (database !== null) return openConnectedPglite(database, lost)
  return openDatabase({
    databaseUrl: config.databaseUrl,
    connectionsMax: connectionsOfThread(config),
    dataDir: config.dataDir,
    embeddedBuffersMb: config.embeddedBuffersMb,
    onTrouble: (error) => log.warn({ err: error }, 'an idle database connection of the engine failed'),
  })
}

function feedErrorOf(engine: Engine): string | null {
  try {
    engine.checkFeed()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function stop(): Promise<void> {
  const before = running
  running = null
  try {
    await before?.engine.stop()
  } finally {
    await before?.close()
  }
}

/** Resolves when the log rests; it goes on when `endRest` is called. */
function beginRest(): Promise<void> {
  const { engine } = ensure(running, 'the engine runs')
  return new Promise((resolve, reject) => {
    rest = engine.atRest(
      () =>
        new Promise((end) => {
          endRest = end
          resolve()
        }),
    )
    rest.catch(reject)
  })
}
