/** Where a user's two parts stand in the tree. */
export interface Share {
  userId: bigint
  amounts: readonly [bigint, bigint]
  places: readonly [number, number]
}

const SHARE_BYTES = 32
const SHARES_PER_CHUNK = 1_024

/** Room for so many shares; all of them have to be written. */
export const roomForShares = (count: number): Buffer => Buffer.allocUnsafeSlow(count * SHARE_BYTES)

export function writeShare(packed: Buffer, at: number, { userId, amounts, places }: Share): void {
  const start = at * SHARE_BYTES
  packed.writeBigUInt64BE(userId, start)
  packed.writeBigUInt64BE(amounts[0], start + 8)
  packed.writeBigUInt64BE(amounts[1], start + 16)
  packed.writeUInt32BE(places[0], start + 24)
  packed.writeUInt32BE(places[1], start + 28)
}

/** The share of a user in a row; null when it has none there. */
export function findShare(packed: Uint8Array, userId: bigint): Share | null {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  for (let start = 0; start < bytes.length; start += SHARE_BYTES) {
    if (bytes.readBigUInt64BE(start) !== userId) continue
    return {
      userId,
      amounts: [bytes.readBigUInt64BE(start + 8), bytes.readBigUInt64BE(start + 16)],
      places: [bytes.readUInt32BE(start + 24), bytes.readUInt32BE(start + 28)],
    }
  }
  return null
}

/** The rows shares are kept in, each with its last user. */
export function shareChunksOf(packed: Buffer): { lastUserId: bigint; packed: Buffer }[] {
  const chunkBytes = SHARES_PER_CHUNK * SHARE_BYTES
  return Array.from({ length: Math.ceil(packed.length / chunkBytes) }, (_, at) => {
    const chunk = packed.subarray(at * chunkBytes, (at + 1) * chunkBytes)
    return { lastUserId: chunk.readBigUInt64BE(chunk.length - SHARE_BYTES), packed: chunk }
  })
}
