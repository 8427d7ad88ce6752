import { HASH_BYTES } from '../canonical-bytes.ts'
import type { BlockHeader } from './block-header.ts'
import { bytesText, FormatFault, objectOf, whole } from './json-codec.ts'
import { keyIdText, signatureText, timeMs } from './site-keys.ts'

export interface SignedBlockHeader extends BlockHeader {
  readonly keyId: string
  readonly signature: string
}

const hash = bytesText(HASH_BYTES)
const seq = whole(1, Number.MAX_SAFE_INTEGER)
const count = whole(0, Number.MAX_SAFE_INTEGER)

/** The members of a header in JSON, with their bounds. */
export const headerMembers = {
  number: seq,
  productVersion: whole(1, 2 ** 31 - 1),
  firstSeq: seq,
  lastSeq: seq,
  root: hash,
  previous: hash,
  runningHash: hash,
  lastSourceSeq: count,
  lastVoidSeq: count,
  timeMs,
} as const

const signedHeader = objectOf<SignedBlockHeader>({
  ...headerMembers,
  keyId: keyIdText,
  signature: signatureText,
})

/** A header with its signature from foreign JSON; null when it is none. Neither sense nor signature is looked at. */
export function parseSignedHeader(json: unknown): SignedBlockHeader | null {
  try {
    return signedHeader.read(json, '')
  } catch (error) {
    if (error instanceof FormatFault) return null
    throw error
  }
}
