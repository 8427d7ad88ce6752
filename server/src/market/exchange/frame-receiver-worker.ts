import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { ensure } from '@truestrike/core/assert.ts'
import type { ReceiverMessage, ReceiverRequest } from './frame-receiver.ts'
import { type FrameSocket, openFrameSocket } from './frame-socket.ts'

// This thread does nothing but receive frames and stamp them: no load of the site may look like a gap of the market.
const port = ensure(parentPort, 'frame-receiver-worker.ts runs in a worker thread')
const sockets = new Map<number, FrameSocket>()
const answers = workerData as MessagePort
const post = (message: ReceiverMessage): void => answers.postMessage(message)

port.on('message', (request: ReceiverRequest) => {
  const { id } = request
  if (request.op === 'open') {
    const socket = openFrameSocket(request.url, {
      onOpen: () => post({ id, kind: 'open' }),
      onFrame: (text, receivedNs) => post({ id, kind: 'frame', text, receivedNs }),
      onPong: () => post({ id, kind: 'pong' }),
      onRefused: (status, retryAfter) => post({ id, kind: 'refused', status, retryAfter }),
      onEnd: (reason) => post({ id, kind: 'end', reason }),
    })
    sockets.set(id, socket)
    return
  }
  const socket = sockets.get(id)
  if (request.op === 'send') socket?.send(request.text)
  else if (request.op === 'ping') socket?.ping()
  else {
    sockets.delete(id)
    socket?.terminate()
  }
})
