import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { addressOf, startProxy } from './cluster-proxy.mjs'

const ends = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** An edge that says its name, the caller and the body, echoes what is sent over a socket, and can be not ready. */
async function startEdge(name) {
  const edge = { isReady: true, port: 0, end: () => {} }
  const sockets = new Set()
  const server = createServer(async (request, response) => {
    if (request.url === '/readyz') return response.writeHead(edge.isReady ? 200 : 503).end()
    const body = (await request.toArray()).join('')
    response.end(`${name} ${request.method} ${request.headers['x-forwarded-for']} ${body}`)
  })
  server.on('connection', (socket) => sockets.add(socket))
  server.on('upgrade', (request, socket) => {
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n\r\n${name} ${request.headers['x-forwarded-for']}`)
    socket.on('error', () => {}).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  edge.port = server.address().port
  edge.end = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  ends.push(edge.end)
  return edge
}

async function startBoth() {
  const edges = [await startEdge('one'), await startEdge('two')]
  const waiting = []
  const proxy = await startProxy({
    ...{ host: '127.0.0.1', port: 0, ports: edges.map(({ port }) => port) },
    onChange(port, isReady) {
      for (const tell of waiting.splice(0)) tell([port, isReady])
    },
  })
  ends.push(proxy.close)
  const url = `http://127.0.0.1:${proxy.port}/some`
  const ask = async (body) => (await fetch(url, body === undefined ? {} : { method: 'POST', body })).text()
  return { edges, proxy, url, ask, changed: () => new Promise((resolve) => waiting.push(resolve)) }
}

test('[O5] calls go to the ready edges in turn, with the address of the caller', async () => {
  const { ask } = await startBoth()
  const answers = [await ask(), await ask('body'), await ask()]
  expect(answers).toEqual(['one GET 127.0.0.1 ', 'two POST 127.0.0.1 body', 'one GET 127.0.0.1 '])
})

test('[O5] an edge that is not ready, or gone, gets nothing; without one the answer is 503', async () => {
  const { edges, ask, url, changed } = await startBoth()
  const [one, two] = edges
  one.isReady = false
  expect(await changed()).toEqual([one.port, false])
  expect([await ask(), await ask()]).toEqual(['two GET 127.0.0.1 ', 'two GET 127.0.0.1 '])
  one.isReady = true
  expect(await changed()).toEqual([one.port, true])
  two.end()
  // Found by the call itself, which nobody has had yet.
  expect([await ask('a'), await ask('b')]).toEqual(['one POST 127.0.0.1 a', 'one POST 127.0.0.1 b'])
  one.end()
  expect((await fetch(url)).status).toBe(503)
})

test('[O3] [O5] while none is ready, as when the bus is away, those that answer get the calls', async () => {
  const { edges, ask, changed } = await startBoth()
  const [, two] = edges
  for (const edge of edges) {
    edge.isReady = false
    expect(await changed()).toEqual([edge.port, false])
  }
  expect((await Promise.all([ask(), ask()])).sort()).toEqual(['one GET 127.0.0.1 ', 'two GET 127.0.0.1 '])
  two.isReady = true
  expect(await changed()).toEqual([two.port, true])
  expect([await ask(), await ask()]).toEqual(['two GET 127.0.0.1 ', 'two GET 127.0.0.1 '])
})

test('[O5] [S1] a socket goes to one edge and ends with it', async () => {
  const { edges, proxy } = await startBoth()
  const socket = connect(proxy.port, '127.0.0.1')
  socket.write('GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  const [opened] = await once(socket, 'data')
  expect(String(opened)).toMatch(/^HTTP\/1.1 101 .*\r\n\r\none 127.0.0.1$/s)
  socket.write('said')
  expect(String((await once(socket, 'data'))[0])).toBe('said')
  edges[0].end()
  await once(socket, 'close')
})

test('[O2] [O5] the address that is told can be opened, wherever the proxy listens', () => {
  expect(addressOf('127.0.0.1', 3000)).toEqual({ isEverywhere: false, url: 'http://127.0.0.1:3000' })
  expect(addressOf('::1', 3000).url).toBe('http://[::1]:3000')
  for (const host of ['0.0.0.0', '::'])
    expect(addressOf(host, 4000)).toEqual({ isEverywhere: true, url: 'http://localhost:4000' })
})
