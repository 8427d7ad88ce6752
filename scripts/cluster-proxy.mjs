// A small proxy in front of several edges, for trying: calls and sockets go to the ready ones in turn.
import { createServer, get, request as httpRequest } from 'node:http'
import { connect, isIPv6 } from 'node:net'

const LOOK_EVERY_MS = 500
const LOOK_TIMEOUT_MS = 2_000
/** Nobody opens these: the machine itself reaches who listens there by this name. */
const EVERYWHERE = ['0.0.0.0', '::']

/** The address the site has unless PUBLIC_URL says another one; `isEverywhere`: there are others, under which it refuses to act. */
export function addressOf(host, port) {
  const isEverywhere = EVERYWHERE.includes(host)
  const name = isEverywhere ? 'localhost' : host
  return { isEverywhere, url: `http://${isIPv6(name) ? `[${name}]` : name}:${port}` }
}

/**
 * Listens on `host` and `port` (0: any free one) for the edges at `ports` of 127.0.0.1. An edge is ready while its `/readyz`
 * says so, and not from the moment it takes no connection; while none is, those that take connections get the calls. `onChange(port, isReady)` is told of both.
 * Resolves with its port and how to end it.
 */
export async function startProxy({ host, port, ports, onChange = () => undefined }) {
  const { choose, fail, watch, end } = createChoice(ports, onChange)
  const open = new Set()

  const forward = (request, response, tried = new Set()) => {
    const target = choose(tried)
    if (target === undefined) return refuse(response, 503)
    tried.add(target)
    const far = httpRequest({
      ...{ host: '127.0.0.1', port: target, method: request.method, path: request.url, agent: false },
      headers: { ...request.headers, 'x-forwarded-for': forwardedFor(request) },
    })
    let isConnected = false
    far.once('socket', (socket) =>
      socket.once('connect', () => {
        isConnected = true
        request.pipe(far)
      }),
    )
    far.on('response', (answer) => {
      response.writeHead(answer.statusCode, withoutHop(answer.rawHeaders))
      answer.pipe(response)
    })
    far.on('error', () => {
      // Nothing of the call has been sent: another one may have it.
      if (!isConnected) {
        fail(target)
        forward(request, response, tried)
      } else if (response.headersSent) response.destroy()
      else refuse(response, 502)
    })
    response.on('close', () => far.destroy())
  }

  const upgrade = (request, near, head, tried = new Set()) => {
    const target = choose(tried)
    if (target === undefined) return near.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
    tried.add(target)
    const far = connect(target, '127.0.0.1')
    far.on('connect', () => {
      far.write(headOf(request))
      far.write(head)
      near.pipe(far).pipe(near)
      near.on('close', () => far.destroy())
      far.on('close', () => near.destroy())
    })
    far.on('error', () => {
      if (!far.connecting && far.bytesWritten > 0) return
      fail(target)
      upgrade(request, near, head, tried)
    })
  }

  const server = createServer(forward)
  server.on('upgrade', (request, near, head) => {
    near.on('error', () => {})
    upgrade(request, near, head)
  })
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  await watch()
  return {
    port: server.address().port,
    close: () => {
      end()
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

/** Which edges are ready, and which one is next. */
function createChoice(ports, onChange) {
  const ready = new Map(ports.map((each) => [each, false]))
  let turn = 0
  let timer
  let isOver = false
  const mark = (port, isReady) => {
    if (ready.get(port) === isReady) return
    ready.set(port, isReady)
    onChange(port, isReady)
  }
  const watch = async () => {
    await Promise.all(ports.map(async (port) => mark(port, await isReadyAt(port))))
    if (!isOver) timer = setTimeout(watch, LOOK_EVERY_MS)
  }
  return {
    watch,
    fail: (port) => mark(port, false),
    /** The next ready one that was not tried, or else any: all are unready when NATS is away, and take orders still. */
    choose: (tried) => {
      const left = ports.filter((port) => !tried.has(port))
      const able = left.filter((port) => ready.get(port))
      const from = able.length > 0 ? able : left
      return from[turn++ % Math.max(1, from.length)]
    },
    end: () => {
      isOver = true
      clearTimeout(timer)
    },
  }
}

function isReadyAt(port) {
  return new Promise((resolve) => {
    const asking = get({ host: '127.0.0.1', port, path: '/readyz', agent: false, timeout: LOOK_TIMEOUT_MS })
    asking.on('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    asking.on('timeout', () => asking.destroy())
    asking.on('error', () => resolve(false))
  })
}

function refuse(response, status) {
  response.writeHead(status, { 'content-type': 'text/plain', 'retry-after': '1' })
  response.end(status === 503 ? 'no edge answers\n' : 'the edge did not answer\n')
}

/** What is said of the line to the edge is not of the line to the caller. */
function withoutHop(rawHeaders) {
  const isHop = (at) => /^(connection|keep-alive)$/i.test(rawHeaders[at - (at % 2)])
  return rawHeaders.filter((_each, at) => !isHop(at))
}

const forwardedFor = ({ headers, socket }) =>
  [headers['x-forwarded-for'], socket.remoteAddress].filter((each) => each !== undefined).join(', ')

function headOf(request) {
  const lines = [`${request.method} ${request.url} HTTP/1.1`]
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at]
    if (name.toLowerCase() !== 'x-forwarded-for') lines.push(`${name}: ${request.rawHeaders[at + 1]}`)
  }
  lines.push(`X-Forwarded-For: ${forwardedFor(request)}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}
