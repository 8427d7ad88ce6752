import { once } from 'node:events'
import { open, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { renameDurably } from './durable-file.ts'
import type { Log } from './log.ts'
import { equalBytes, newSecretToken, type RandomBytes } from './secret-token.ts'

/** Where commands of the operator find the server that has the folder. */
const CONTROL_FILE = 'control.json'
const OWNER_ONLY = 0o600
const LOOPBACK = '127.0.0.1'
const LINE_CHARACTERS_MAX = 100_000

/** One end of a line between the server and a command on the same machine: JSON objects, one a line. */
export interface ControlLine {
  say(message: object): void
  /** The next message; rejects when the other end is gone. */
  hear(): Promise<Record<string, unknown>>
  close(): void
}

export interface ControlOptions {
  dataDir: string
  random: RandomBytes
  log: Log
  /** Carries out what a command asks for; it is over when the promise settles. */
  serve: (ask: string, line: ControlLine) => Promise<void>
}

/**
 * Lets commands of the operator talk to the server: on loopback, with a token that only the owner of the folder can read.
 * Returns how to end it; what is under way is cut off and awaited.
 */
export async function startLocalControl(options: ControlOptions): Promise<() => Promise<void>> {
  const { dataDir, random, log } = options
  const token = newSecretToken(random)
  const sockets = new Set<Socket>()
  const running = new Set<Promise<void>>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    const work = attend(socket, token, options)
      .catch((error: unknown) => log.warn({ err: error }, 'a command of the operator was cut off'))
      .finally(() => {
        socket.end()
        running.delete(work)
      })
    running.add(work)
  })
  server.listen(0, LOOPBACK)
  await once(server, 'listening')
  const file = join(dataDir, CONTROL_FILE)
  await writeControlFile(file, { port: (server.address() as AddressInfo).port, token })
  return async () => {
    server.close()
    await rm(file, { force: true })
    for (const socket of sockets) socket.destroy()
    await Promise.all(running)
  }
}

async function attend(socket: Socket, token: string, { serve }: ControlOptions): Promise<void> {
  const line = lineOver(socket)
  const { token: given, ask } = await line.hear()
  if (!equalBytes(Buffer.from(String(given)), Buffer.from(token))) return
  await serve(String(ask), line)
}

async function writeControlFile(file: string, content: { port: number; token: string }): Promise<void> {
  const draft = `${file}.new`
  const opened = await open(draft, 'w', OWNER_ONLY)
  try {
    await opened.chmod(OWNER_ONLY)
    await opened.writeFile(JSON.stringify(content))
  } finally {
    await opened.close()
  }
  await renameDurably(draft, file)
}

/** Asks the server that has the folder for something; null when there is none that answers. */
export async function askServer(dataDir: string, ask: string): Promise<ControlLine | null> {
  const text = await readFile(join(dataDir, CONTROL_FILE), 'utf8').catch(() => null)
  if (text === null) return null
  const { port, token } = JSON.parse(text) as { port: number; token: string }
  const socket = connect(port, LOOPBACK)
  try {
    await once(socket, 'connect')
  } catch {
    return null
  }
  const line = lineOver(socket)
  line.say({ token, ask })
  return line
}

function lineOver(socket: Socket): ControlLine {
  const heard: string[] = []
  let failed: Error | null = null
  let waiting: { resolve(text: string): void; reject(error: Error): void } | null = null
  const fail = (error: Error): void => {
    failed ??= error
    waiting?.reject(failed)
    waiting = null
  }
  // Not by readline alone: it would keep a line that never ends.
  let length = 0
  socket.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > LINE_CHARACTERS_MAX) socket.destroy()
  })
  createInterface({ input: socket }).on('line', (text) => {
    length = 0
    if (waiting === null) heard.push(text)
    else waiting.resolve(text)
    waiting = null
  })
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the other end is gone')))
  return {
    say: (message) => void socket.write(`${JSON.stringify(message)}\n`),
    async hear() {
      const text =
        heard.shift() ??
        (await new Promise<string>((resolve, reject) => {
          if (failed === null) waiting = { resolve, reject }
          else reject(failed)
        }))
      return JSON.parse(text) as Record<string, unknown>
    },
    close: () => void socket.end(),
  }
}
