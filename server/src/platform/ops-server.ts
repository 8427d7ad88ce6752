import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { namesTwoHosts } from './http-request.ts'
import type { Metrics } from './metrics.ts'

export interface OpsServer {
  readonly port: number
  close(): Promise<void>
}

/** `/metrics` for Prometheus on a port of its own, on loopback unless the operator says otherwise. */
export async function startOpsServer(options: {
  port: number
  host: string
  metrics: Pick<Metrics, 'render'>
}): Promise<OpsServer> {
  const server = createServer((request, response) => {
    if (namesTwoHosts(request)) {
      response.writeHead(400, { connection: 'close' }).end()
      return
    }
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n')
      return
    }
    options.metrics.render().then(
      ({ contentType, text }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(503).end(),
    )
  })
  server.requestTimeout = 10_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => resolve())
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
