import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHUNK_BYTES } from '@truestrike/core/simulated-path.ts'
import { formatDay } from '@truestrike/core/utc-day.ts'

const MASTER_FILE = 'feed-master'
const MASTER_BYTES = 32

/** The database's days are promised under another master: going on with this one would break what was published. */
export class FeedSeedError extends Error {
  constructor(masterFrom: string) {
    super(
      `${masterFrom}: expected the seed the simulated prices of this database began with. Set the FEED_SEED it was first started with; if there was none, set none and copy the file ${MASTER_FILE} of the DATA_DIR it was first started with into this one. If it is lost these prices cannot go on: use a new database.`,
    )
    this.name = 'FeedSeedError'
  }
}
const ZEROS = new Uint8Array(CHUNK_BYTES)
const CIPHER_BLOCK_BYTES = 16

export interface MasterOptions {
  feedSeed: string | null
  dataDir: string | null
}

/**
 * The master secret of the simulated feed: from `FEED_SEED` (tests and demos), else random, made once and kept in the
 * data folder in a file of mode 600.
 */
export function loadMasterSeed(options: MasterOptions): Uint8Array {
  const known = readMasterSeed(options)
  if (known !== null) return known
  const master = randomBytes(MASTER_BYTES)
  if (options.dataDir === null) return master
  mkdirSync(options.dataDir, { recursive: true })
  writeFileSync(join(options.dataDir, MASTER_FILE), `${master.toString('hex')}\n`, {
    mode: 0o600,
    flag: 'wx',
  })
  return master
}

/** The same, null when it was never made. */
export function readMasterSeed({ feedSeed, dataDir }: MasterOptions): Uint8Array | null {
  if (feedSeed !== null) return createHash('sha256').update(`truestrike feed ${feedSeed}`).digest()
  const path = dataDir === null ? null : join(dataDir, MASTER_FILE)
  if (path === null || !existsSync(path)) return null
  const master = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  if (master.length !== MASTER_BYTES) throw new Error(`${path} does not hold ${MASTER_BYTES} bytes in hex`)
  return master
}

/** Where the operator finds the master in use. */
export const masterOrigin = (feedSeed: string | null, dataDir: string): string =>
  feedSeed === null ? join(dataDir, MASTER_FILE) : 'FEED_SEED'

/** HMAC-SHA256(master, `SYMBOL|YYYY-MM-DD`), the day in UTC. */
export function daySeed(master: Uint8Array, symbol: string, day: number): Uint8Array {
  return createHmac('sha256', master)
    .update(`${symbol}|${formatDay(day)}`)
    .digest()
}

/** The day's random bytes: AES-256-CTR under the seed from counter 0, so that every slot has its own place in it. */
export function keystreamOf(seed: Uint8Array): (chunk: number) => Uint8Array {
  return (chunk) => {
    const counter = Buffer.alloc(CIPHER_BLOCK_BYTES)
    counter.writeUInt32BE((chunk * CHUNK_BYTES) / CIPHER_BLOCK_BYTES, CIPHER_BLOCK_BYTES - 4)
    return createCipheriv('aes-256-ctr', seed, counter).update(ZEROS)
  }
}

/** Random bytes for a product's made-up history, the same in every run. */
export function historyBytes(master: Uint8Array, symbol: string): (count: number) => Uint8Array {
  const key = createHmac('sha256', master).update(`${symbol}|history`).digest()
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(CIPHER_BLOCK_BYTES))
  return (count) => cipher.update(new Uint8Array(count))
}
