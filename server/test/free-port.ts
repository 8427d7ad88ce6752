import { once } from 'node:events'
import { createServer } from 'node:net'
import { ensure } from '@truestrike/core/assert.ts'

/** A port of this machine that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = ensure(server.address()) as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
