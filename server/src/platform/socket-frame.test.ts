import type { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import * as library from 'ws'
import { textFrame } from './socket-frame.ts'

/** Left out of the library's types. */
const { Receiver } = library as unknown as { Receiver: new (options: { isServer: boolean }) => Writable }

/** The library's own reader is the judge of the bytes. */
function read(frame: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const receiver = new Receiver({ isServer: false })
    receiver.on('message', (data: Buffer) => resolve(data.toString()))
    receiver.on('error', reject)
    receiver.write(frame)
  })
}

test.each([0, 60, 125, 126, 127, 5_000, 65_534, 65_535, 65_536, 200_000])(
  '[S1] a shared frame of about %i bytes is a text message as RFC 6455 has it',
  async (length) => {
    const message = { type: 'closing', reason: `₮${'x'.repeat(length)}` } as const
    expect(JSON.parse(await read(textFrame(message)))).toEqual(message)
  },
)
