import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to connections (Linux from 32 768, others from 49 152): none of those takes it meanwhile. */
const PORTS = { from: 10_240, to: 32_000 }
const TRIES_MAX = 100

/** A port of this machine that nobody listens on at this moment, and that no connection is given by the system. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const port = randomInt(PORTS.from, PORTS.to)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
  throw new Error('no free port was found')
}
