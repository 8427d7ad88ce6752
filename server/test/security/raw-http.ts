import { connect, type Socket } from 'node:net'

const WAIT_MS = 5_000

/** Sends bytes as they are and reads until the server closes: no client in between that tidies them up. */
export function sendRaw(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1')
    let text = ''
    const end = (): void => {
      socket.destroy()
      resolve(text)
    }
    socket.setTimeout(WAIT_MS, () => reject(new Error(`no end came; received ${text.slice(0, 500)}`)))
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', end)
    socket.on('close', end)
    socket.write(bytes)
  })
}

/** A `GET` of a target as it stands, on a connection of its own. */
export function getRaw(port: number, target: string, headers: readonly string[] = []): Promise<string> {
  const lines = [
    `GET ${target} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Accept: text/html',
    'Connection: close',
  ]
  return sendRaw(port, `${[...lines, ...headers].join('\r\n')}\r\n\r\n`)
}

/** Status of an answer; 0 when the connection was cut without one. */
export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
