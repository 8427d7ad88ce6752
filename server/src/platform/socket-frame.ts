import type { ServerMessage } from '@truestrike/protocol/frames.ts'

const TEXT_FRAME = 0x81
const PING_FRAME = 0x89

/**
 * The bytes of one unmasked, uncompressed text message (RFC 6455, 5.2), built once and written as they are to every
 * socket: one write a client, where the socket library would make two and a header each.
 */
export function textFrame(message: ServerMessage): Buffer {
  return textFrameOf(JSON.stringify(message))
}

/** As `textFrame`, of a message that is JSON already. */
export function textFrameOf(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafeSlow(headerLength + length)
  frame[0] = TEXT_FRAME
  if (headerLength === 2) {
    frame[1] = length
  } else if (headerLength === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, headerLength)
  return frame
}

export const pingFrame: Buffer = Buffer.from([PING_FRAME, 0])
