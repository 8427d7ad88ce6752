import { createPublicKey, verify } from 'node:crypto'
import { ensure } from '@truestrike/core/assert.ts'
import type { LogEntry } from '@truestrike/core/log-entry.ts'
import { parseMicros } from '@truestrike/core/money.ts'
import { parsePrice } from '@truestrike/core/price.ts'
import { headerBytes, headerHash, headerMessage, nextHeader } from '@truestrike/core/proof/block-header.ts'
import { isKeyInUse, parseSiteKeys } from '@truestrike/core/proof/site-keys.ts'
import { unwrap } from '@truestrike/core/result.ts'
import { listTicks, type LogEntry as WireEntry } from '@truestrike/protocol/market-endpoints.ts'
import {
  getSiteKeys,
  listBlocks,
  type SignedHeader,
  type SiteKeysFile,
} from '@truestrike/protocol/proof-endpoints.ts'
import { expect } from 'vitest'
import type { TestClient } from './test-client.ts'

export interface PublicLog {
  entries: LogEntry[]
  headers: SignedHeader[]
  keys: SiteKeysFile
}

/**
 * All that the public calls tell of a product's log, small page by small page; fails unless headers, roots, running hashes
 * and signatures follow from the entries and the keys alone.
 */
export async function verifiedLog(client: TestClient, symbol: string): Promise<PublicLog> {
  const keys = await client.ok(getSiteKeys)
  const { headers, precision } = await readHeaders(client, symbol)
  const entries = await readWireEntries(client, symbol, precision)
  let before: SignedHeader | null = null
  for (const header of headers) {
    const product = { symbol, precision, version: header.productVersion }
    const own = entries.slice(header.firstSeq - 1, header.lastSeq)
    const { keyId, signature, ...told } = header
    expect(told).toEqual(nextHeader(before, own, product, header.timeMs))
    const bytes = headerBytes(header, product)
    expect(isSigned(headerMessage(bytes), { keyId, signature, timeMs: header.timeMs }, keys)).toBe(true)
    if (before !== null) expect(header.previous).toBe(headerHash(headerBytes(before, product)))
    before = header
  }
  return { entries, headers, keys }
}

/** By another implementation than the one that signs and the one that verifies. */
export function isSigned(
  message: Uint8Array,
  { keyId, signature, timeMs }: { keyId: string; signature: string; timeMs: number },
  keys: SiteKeysFile,
): boolean {
  const key = unwrap(parseSiteKeys(keys)).find(({ id }) => id === keyId)
  if (key === undefined || !isKeyInUse(key, timeMs)) return false
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.publicKey }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  return verify(null, message, publicKey, Buffer.from(signature, 'base64url'))
}

async function readHeaders(client: TestClient, symbol: string) {
  const headers: SignedHeader[] = []
  let fromNumber: number | null = 1
  let precision = 0
  while (fromNumber !== null) {
    const query: { symbol: string; fromNumber: number; limit: number } = { symbol, fromNumber, limit: 3 }
    const page = await client.ok(listBlocks, { query })
    headers.push(...page.blocks)
    fromNumber = page.nextNumber
    precision = page.precision
  }
  return { headers, precision }
}

async function readWireEntries(client: TestClient, symbol: string, precision: number): Promise<LogEntry[]> {
  const entries: LogEntry[] = []
  let fromSeq: number | null = 1
  while (fromSeq !== null) {
    const query: { symbol: string; fromSeq: number; limit: number } = { symbol, fromSeq, limit: 50 }
    const page = await client.ok(listTicks, { query })
    entries.push(...page.entries.map((entry) => entryOf(entry, precision)))
    fromSeq = page.nextSeq
  }
  return entries
}

function entryOf(wire: WireEntry, precision: number): LogEntry {
  const { seq, timeMs, kind } = wire
  const base = { seq, timeMs }
  const priced = () => ({
    price: unwrap(parsePrice(ensure(wire.price), precision)),
    volumeMicros: unwrap(parseMicros(ensure(wire.volume))),
    source: ensure(wire.source),
    firstTradeId: ensure(wire.firstTradeId),
    lastTradeId: ensure(wire.lastTradeId),
    sourceTimeMs: ensure(wire.sourceTimeMs),
    ...(wire.legs === undefined ? {} : { legs: wire.legs }),
  })
  switch (kind) {
    case 'tick':
      return { kind, ...base, ...priced() }
    case 'rejected':
      return {
        ...{ kind, ...base, ...priced(), rule: ensure(wire.rule) },
        ...(wire.secondPrice === undefined
          ? {}
          : { secondPrice: unwrap(parsePrice(wire.secondPrice, precision)) }),
      }
    case 'source':
      return { kind, ...base, source: ensure(wire.source) }
    case 'restart':
      return { kind, ...base, source: ensure(wire.source), afterSeq: ensure(wire.afterSeq) }
    case 'acceptance':
      return { kind, ...base, root: ensure(wire.root), count: ensure(wire.count) }
    case 'void':
      return {
        ...{ kind, ...base, fromMs: ensure(wire.fromMs), toMs: ensure(wire.toMs) },
        contractCount: ensure(wire.contractCount),
        houseEffectMicros: unwrap(parseMicros(ensure(wire.houseEffect))),
        reason: ensure(wire.reason),
      }
    default:
      return { kind, ...base }
  }
}
