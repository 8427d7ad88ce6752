import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Day, Hash, Id, KeyId, PairSymbol, Seq, Signature, TimeMs } from './scalars.ts'

/** The keys file of docs/proof.md. */
export const SiteKeysFile = Type.Object({
  format: Type.Literal('truestrike-keys/1'),
  keys: Type.Array(
    Type.Object({
      id: KeyId,
      publicKey: Hash,
      fromMs: TimeMs,
      toMs: Type.Union([TimeMs, Type.Null()]),
      endorsedBy: Type.Union([KeyId, Type.Null()]),
      endorsement: Type.Union([Signature, Type.Null()]),
    }),
  ),
})
export type SiteKeysFile = Type.Static<typeof SiteKeysFile>

/** Every key the site ever signed with, oldest first. */
export const getSiteKeys = endpoint({
  method: 'GET',
  path: '/api/proof/keys',
  audience: 'public',
  data: SiteKeysFile,
})

/** A block's header as docs/proof.md has it, with its own signature. */
export const SignedHeader = Type.Object({
  number: Seq,
  productVersion: Type.Integer({ minimum: 1 }),
  firstSeq: Seq,
  lastSeq: Seq,
  root: Hash,
  previous: Hash,
  runningHash: Hash,
  lastSourceSeq: Seq,
  lastVoidSeq: Seq,
  timeMs: TimeMs,
  keyId: KeyId,
  signature: Signature,
})
export type SignedHeader = Type.Static<typeof SignedHeader>

/** A UTC day of a product's log as a file (docs/proof.md, Archives). */
export const ArchivedDay = Type.Object({
  day: Day,
  precision: Type.Integer({ minimum: 0, maximum: 12 }),
  /** The blocks and entries in it. */
  firstNumber: Seq,
  lastNumber: Seq,
  firstSeq: Seq,
  lastSeq: Seq,
  bytes: Seq,
  /** Of the file. */
  sha256: Hash,
  /** Where the file is, below the origin. */
  path: Type.String({ maxLength: 100 }),
})
export type ArchivedDay = Type.Static<typeof ArchivedDay>

/** Days that are no longer in the database, ascending: from one on, or the newest. */
export const listArchives = endpoint({
  method: 'GET',
  path: '/api/market/archives',
  audience: 'public',
  query: Type.Object({
    symbol: PairSymbol,
    fromDay: Type.Optional(Day),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 400 })),
  }),
  data: Type.Object({
    symbol: PairSymbol,
    archives: Type.Array(ArchivedDay),
    nextDay: Type.Union([Day, Type.Null()]),
  }),
})

/** The file: gzip, in parts where asked for, the same for ever. */
export const getArchive = endpoint({
  method: 'GET',
  path: '/api/market/archives/:symbol/:day',
  audience: 'public',
  params: Type.Object({ symbol: PairSymbol, day: Day }),
  data: Type.Unknown(),
})

/**
 * Headers of a product's blocks, ascending by number: from a number, or from the block that holds a seq; else the newest.
 * `archive`: the day that holds what was asked for, where it is older than what is held; headers then begin after it.
 */
export const listBlocks = endpoint({
  method: 'GET',
  path: '/api/market/blocks',
  audience: 'public',
  query: Type.Object({
    symbol: PairSymbol,
    fromNumber: Type.Optional(Seq),
    fromSeq: Type.Optional(Seq),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  }),
  data: Type.Object({
    symbol: PairSymbol,
    precision: Type.Integer({ minimum: 0, maximum: 12 }),
    blocks: Type.Array(SignedHeader),
    archive: Type.Union([ArchivedDay, Type.Null()]),
    nextNumber: Type.Union([Seq, Type.Null()]),
  }),
})

/** A receipt of docs/proof.md; whoever reads it leaves the checking to the verifier. */
export const ReceiptJson = Type.Object({
  format: Type.Union([Type.Literal('truestrike-acceptance/1'), Type.Literal('truestrike-receipt/1')]),
})
export type ReceiptJson = Type.Static<typeof ReceiptJson>

/**
 * `accepted`: the contract is pending, the acceptance receipt · `sealing`: settled, the blocks around it are not yet
 * sealed, the acceptance receipt · `settled`: the settlement receipt.
 */
export const getReceipt = endpoint({
  method: 'GET',
  path: '/api/trade/contracts/:id/receipt',
  audience: 'user',
  params: Type.Object({ id: Id }),
  data: Type.Object({
    state: Type.Union([Type.Literal('accepted'), Type.Literal('sealing'), Type.Literal('settled')]),
    receipt: ReceiptJson,
  }),
})
