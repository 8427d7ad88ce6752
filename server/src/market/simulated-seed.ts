import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHUNK_BYTES, DAY_MS } from './simulated-path.ts'

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

/**
 * The master secret of the simulated feed: from `FEED_SEED` (tests and demos), else random, made once and kept in the
 * data folder in a file of mode 600.
 */
export function loadMasterSeed({
  feedSeed,
  dataDir,
}: {
  feedSeed: string | null
  dataDir: string | null
}): Uint8Array {
  if (feedSeed !== null) return createHash('sha256').update(`truestrike feed ${feedSeed}`).digest()
  if (dataDir === null) return randomBytes(MASTER_BYTES)
  const path = join(dataDir, MASTER_FILE)
  if (existsSync(path)) {
    const master = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
    if (master.length !== MASTER_BYTES) throw new Error(`${path} does not hold ${MASTER_BYTES} bytes in hex`)
    return master
  }
  mkdirSync(dataDir, { recursive: true })
  const master = randomBytes(MASTER_BYTES)
  writeFileSync(path, `${master.toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  return master
}

/** Where the operator finds the master in use. */
export const masterOrigin = (feedSeed: string | null, dataDir: string): string =>
  feedSeed === null ? join(dataDir, MASTER_FILE) : 'FEED_SEED'

/** HMAC-SHA256(master, `SYMBOL|YYYY-MM-DD`), the day in UTC. */
export function daySeed(master: Uint8Array, symbol: string, day: number): Uint8Array {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10)
  return createHmac('sha256', master).update(`${symbol}|${date}`).digest()
}

/** Binds a day's seed without telling it: SHA-256 of the ASCII text `truestrike day seed ` and the seed. */
export function commitmentOf(seed: Uint8Array): Uint8Array {
  return createHash('sha256').update('truestrike day seed ').update(seed).digest()
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
