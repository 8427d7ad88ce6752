import { connect, createServer, type Socket } from 'node:net'

/** The way between browser and product, which can be pulled out. */
export interface Cable {
  url: string
  /** Where it leads, once the product listens. */
  plugInto(port: number): void
  pull(): void
  /** Nothing passes any more and nobody is told: a phone in a tunnel. */
  hush(): void
  putBack(): void
  remove(): void
}

export async function layCable(): Promise<Cable> {
  let target: number | null = null
  let whole = true
  let hushed = false
  const ends = new Set<Socket>()
  const server = createServer((near) => {
    if (!whole || target === null) {
      near.destroy()
      return
    }
    const far = connect(target, '127.0.0.1')
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end)
      end.on('error', () => end.destroy())
      end.on('close', () => {
        ends.delete(end)
        other.destroy()
      })
      if (!hushed) end.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the cable has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    plugInto: (port) => {
      target = port
    },
    pull() {
      whole = false
      for (const end of ends) end.destroy()
    },
    hush() {
      hushed = true
      for (const end of ends) end.unpipe()
    },
    putBack() {
      // What was silent meanwhile has lost its place in the talk.
      if (hushed) for (const end of ends) end.destroy()
      hushed = false
      whole = true
    },
    remove() {
      for (const end of ends) end.destroy()
      server.close()
    },
  }
}
