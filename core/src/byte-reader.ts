/** Thrown inside a decoder when bytes end early or hold what no encoder writes; decoders turn it into a refusal. */
export class MalformedBytes extends Error {
  override readonly name = 'MalformedBytes'
}

const SEVEN_BITS_MAX_SHIFT = 63

/** Bounds-checked reader of packed bytes; every method throws `MalformedBytes` past the end. */
export interface ByteReader {
  u8(): number
  raw(count: number): Uint8Array
  /** Unsigned varint as a safe integer. */
  varint(): number
  /** Unsigned varint up to 2^64 − 1. */
  bigVarint(): bigint
  /** Signed varint (zigzag) of 65 bits. */
  zigzag(): bigint
  atEnd(): boolean
  remaining(): number
}

/** A reader over bytes it does not copy. */
export function createByteReader(bytes: Uint8Array): ByteReader {
  let at = 0
  const u8 = (): number => {
    const value = bytes[at]
    if (value === undefined) throw new MalformedBytes('the bytes end early')
    at += 1
    return value
  }
  const wide = (): bigint => {
    let value = 0n
    for (let shift = 0; shift <= SEVEN_BITS_MAX_SHIFT + 7; shift += 7) {
      const byte = u8()
      value |= BigInt(byte & 0x7f) << BigInt(shift)
      if (byte < 0x80) return value
    }
    throw new MalformedBytes('a number is too long')
  }
  /** Up to 28 bits without a bigint, the rest with one: nearly all numbers of a log are short. */
  const number = (): number | bigint => {
    const start = at
    let value = 0
    for (let shift = 0; shift <= 21; shift += 7) {
      const byte = u8()
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    at = start
    return wide()
  }
  return {
    u8,
    raw(count) {
      if (count > bytes.length - at) throw new MalformedBytes('the bytes end early')
      at += count
      return bytes.slice(at - count, at)
    },
    varint() {
      const value = Number(number())
      if (!Number.isSafeInteger(value)) throw new MalformedBytes('a number is too large')
      return value
    },
    bigVarint() {
      const value = wide()
      if (value >= 1n << 64n) throw new MalformedBytes('a number is too large')
      return value
    },
    zigzag() {
      const value = wide()
      return value & 1n ? -((value + 1n) >> 1n) : value >> 1n
    },
    atEnd: () => at === bytes.length,
    remaining: () => bytes.length - at,
  }
}
