import { once } from 'node:events'
import { ensure } from '@truestrike/core/assert.ts'
import { WebSocket } from 'ws'
import type { ServerProcess } from './server-process.ts'

/** What a thread of the server sees of itself: the time, and for how long the kernel has kept it waiting for a processor. */
export type Look = readonly [atMs: number, waitedMs: number]
/** `receiver`: the thread of the engine's that stamps what exchanges send. */
type ServerThread = 'main' | 'receiver'

/** From now on a thread looks as often as it comes back to its loop. */
export const watchThread = (server: ServerProcess, thread: ServerThread): Promise<unknown> =>
  evaluate(
    server,
    `{
      const { readFileSync } = process.getBuiltinModule('node:fs')
      const waitedMs = () => {
        try {
          return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[1]) / 1e6
        } catch {
          return 0
        }
      }
      const look = () => [performance.timeOrigin + performance.now(), waitedMs()]
      globalThis.looks = [look()]
      setInterval(() => looks.push(look()), 5)
      undefined
    }`,
    thread,
  )

/** Of a thread that is watched, up to this moment. */
export const looksOf = async (server: ServerProcess, thread: ServerThread): Promise<Look[]> =>
  (await evaluate(server, 'new Promise((done) => setTimeout(() => done(looks), 20))', thread)) as Look[]

/** For how long a thread had waited at a time. */
export function waitedAt(looks: readonly Look[], timeMs: number): number {
  const next = looks.findIndex(([atMs]) => atMs > timeMs)
  const [laterMs, laterWaitedMs] = ensure(looks[next], 'a look after the time')
  const [earlierMs, earlierWaitedMs] = ensure(looks[next - 1], 'a look before the time')
  const share = (timeMs - earlierMs) / (laterMs - earlierMs)
  return earlierWaitedMs + share * (laterWaitedMs - earlierWaitedMs)
}

interface InspectorMessage {
  id?: number
  params?: { sessionId?: string; message?: string; workerInfo?: { url: string } }
  result?: { result: { value?: unknown } }
}
const FIND_THREADS = { id: 3, method: 'NodeWorker.enable', params: { waitForDebuggerOnStart: false } }

/** In a thread of the process, by its debugger; what the expression comes to. */
export async function evaluate(
  server: ServerProcess,
  expression: string,
  thread: ServerThread = 'main',
): Promise<unknown> {
  const url = ensure(/Debugger listening on (ws:\S+)/.exec(server.output())?.[1], server.output())
  const inspector = new WebSocket(url)
  await once(inspector, 'open')
  const call = {
    id: 1,
    method: 'Runtime.evaluate',
    params: { expression, awaitPromise: true, returnByValue: true },
  }
  const answered = new Promise<InspectorMessage>((resolve) => {
    /** `send`: to the thread that the message comes from. */
    const receive = (message: InspectorMessage, send: (call: object) => void): void => {
      const { sessionId, workerInfo, message: inner } = message.params ?? {}
      const sendOn = (each: object): void =>
        send({
          id: 2,
          method: 'NodeWorker.sendMessageToWorker',
          params: { sessionId, message: JSON.stringify(each) },
        })
      if (message.id === call.id) resolve(message)
      if (inner !== undefined) receive(JSON.parse(inner), sendOn)
      if (workerInfo?.url.endsWith('/engine-thread.mjs')) sendOn(FIND_THREADS)
      if (workerInfo?.url.endsWith('/frame-receiver-worker.mjs')) sendOn(call)
    }
    const send = (each: object): void => inspector.send(JSON.stringify(each))
    inspector.on('message', (text) => receive(JSON.parse(String(text)), send))
    send(thread === 'main' ? call : FIND_THREADS)
  })
  const answer = await answered
  inspector.close()
  return ensure(answer.result, JSON.stringify(answer)).result.value
}
