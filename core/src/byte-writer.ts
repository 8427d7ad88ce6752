import { assert } from './assert.ts'

const TWO_31 = 0x8000_0000
const TWO_32 = 0x1_0000_0000

/** Growing big-endian byte buffer. */
export interface ByteWriter {
  u8(value: number): void
  u32(value: number): void
  /** Safe integer, not negative. */
  u64(value: number): void
  bigU64(value: bigint): void
  /** Two's complement. */
  bigI64(value: bigint): void
  raw(bytes: Uint8Array): void
  /** Length in one byte, then the characters, each below 128. */
  ascii(text: string): void
  /** Unsigned varint: seven bits a byte, lowest first. Safe integer or up to 64 bits. */
  varint(value: number | bigint): void
  /** Signed varint: 0, −1, 1, −2, … as 0, 1, 2, 3, …. */
  zigzag(value: bigint): void
  /** A copy of what was written. */
  done(): Uint8Array
}

/** A writer that starts with room for `capacity` bytes. */
export function createByteWriter(capacity = 128): ByteWriter {
  let bytes = new Uint8Array(capacity)
  let view = new DataView(bytes.buffer)
  let length = 0
  // Call before touching `bytes` or `view`: it may replace them.
  const reserve = (count: number): number => {
    const at = length
    length += count
    if (length > bytes.length) {
      const grown = new Uint8Array(Math.max(length, bytes.length * 2))
      grown.set(bytes)
      bytes = grown
      view = new DataView(bytes.buffer)
    }
    return at
  }
  const u8 = (value: number): void => {
    assert(Number.isInteger(value) && value >= 0 && value <= 0xff, 'a byte is 0 to 255')
    const at = reserve(1)
    view.setUint8(at, value)
  }
  const varint = (value: number | bigint): void => {
    assert(value >= 0, 'a varint is not negative')
    let rest = value
    for (; typeof rest === 'bigint' && rest >= TWO_31; rest >>= 7n) u8(Number(rest & 0x7fn) | 0x80)
    let small = Number(rest)
    for (; small >= TWO_31; small = Math.floor(small / 0x80)) u8((small % 0x80) | 0x80)
    for (; small >= 0x80; small >>>= 7) u8((small & 0x7f) | 0x80)
    u8(small)
  }
  return {
    u8,
    varint,
    zigzag: (value) => varint(value < 0n ? -value * 2n - 1n : value * 2n),
    u32(value) {
      assert(Number.isInteger(value) && value >= 0 && value < TWO_32, 'not a 32-bit number')
      const at = reserve(4)
      view.setUint32(at, value)
    },
    u64(value) {
      assert(Number.isSafeInteger(value) && value >= 0, 'not a safe integer at or above zero')
      const at = reserve(8)
      view.setUint32(at, Math.floor(value / TWO_32))
      view.setUint32(at + 4, value % TWO_32)
    },
    bigU64(value) {
      assert(BigInt.asUintN(64, value) === value, 'not an unsigned 64-bit number')
      const at = reserve(8)
      view.setBigUint64(at, value)
    },
    bigI64(value) {
      assert(BigInt.asIntN(64, value) === value, 'not a signed 64-bit number')
      const at = reserve(8)
      view.setBigInt64(at, value)
    },
    raw(added) {
      const at = reserve(added.length)
      bytes.set(added, at)
    },
    ascii(text) {
      u8(text.length)
      for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at)
        assert(code < 128, 'only ASCII has canonical bytes here')
        u8(code)
      }
    },
    done: () => bytes.slice(0, length),
  }
}
