import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { Log } from '../../platform/log.ts'
import type { FrameSocketEvents, FrameSockets } from './frame-socket.ts'

export type ReceiverRequest =
  | { id: number; op: 'open'; url: string }
  | { id: number; op: 'send'; text: string }
  | { id: number; op: 'ping' | 'terminate' }

export type ReceiverMessage =
  | { id: number; kind: 'open' }
  | { id: number; kind: 'pong' }
  | { id: number; kind: 'frame'; text: string; receivedNs: bigint }
  | { id: number; kind: 'refused'; status: number; retryAfter: string | undefined }
  | { id: number; kind: 'end'; reason: string }

interface ReceiverOptions {
  log: Log
  /** Bundle of `frame-receiver-worker.ts`, when it is not beside this file. */
  workerFile?: URL
}

/**
 * Connections whose frames a thread of their own receives and stamps, so that a frame's time is that of its arrival
 * however busy this thread is. A receiver that dies ends its connections; the next one that is opened starts another.
 */
export function createFrameReceiver({ log, workerFile }: ReceiverOptions): FrameSockets {
  const file = workerFile ?? new URL('./frame-receiver-worker.mjs', import.meta.url)
  const open = new Map<number, FrameSocketEvents>()
  let nextId = 1
  let receiver: { worker: Worker; drain: () => void } | null = null

  const receive = (message: ReceiverMessage): void => {
    const events = open.get(message.id)
    if (events === undefined) return
    if (message.kind === 'frame') events.onFrame(message.text, message.receivedNs)
    else if (message.kind === 'open') events.onOpen()
    else if (message.kind === 'pong') events.onPong()
    else if (message.kind === 'refused') events.onRefused(message.status, message.retryAfter)
    else events.onEnd(message.reason)
  }
  const start = (): { worker: Worker; drain: () => void } => {
    const { port1, port2 } = new MessageChannel()
    const worker = new Worker(file, { workerData: port2, transferList: [port2] })
    const started = {
      worker,
      drain() {
        for (let next = receiveMessageOnPort(port1); next !== undefined; next = receiveMessageOnPort(port1))
          receive(next.message as ReceiverMessage)
      },
    }
    port1.on('message', receive)
    worker.on('error', (error) => log.error({ err: error }, 'the receiver of exchange frames has failed'))
    worker.on('exit', () => {
      started.drain()
      port1.close()
      if (receiver !== started) return
      receiver = null
      for (const events of [...open.values()]) events.onEnd('the receiver has ended')
    })
    return started
  }
  return {
    open(url, events) {
      receiver ??= start()
      const { worker } = receiver
      const id = nextId++
      const request = (message: ReceiverRequest): void => worker.postMessage(message)
      open.set(id, events)
      request({ id, op: 'open', url })
      return {
        send: (text) => request({ id, op: 'send', text }),
        ping: () => request({ id, op: 'ping' }),
        terminate() {
          open.delete(id)
          request({ id, op: 'terminate' })
        },
      }
    },
    drain: () => receiver?.drain(),
    async stop() {
      const ended = receiver
      receiver = null
      await ended?.worker.terminate()
    },
  }
}
