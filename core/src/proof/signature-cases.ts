import { ed25519 } from '@noble/curves/ed25519.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { decodeBase64url } from '../base64url.ts'
import { unwrap } from '../result.ts'
import { testKey } from './proof-fixture.ts'

// Signatures that every verifier has to find good, or not: the vectors of RFC 8032, and encodings that it does not allow,
// each beside one that it does.

export interface SignatureCase {
  readonly name: string
  readonly signature: Uint8Array
  readonly message: Uint8Array
  readonly publicKey: Uint8Array
  readonly isGood: boolean
}

/** RFC 8032, section 7.1: public key, message, signature. */
const vectors = [
  [
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
] as const

function vectorCases(): SignatureCase[] {
  return vectors.flatMap(([key, text, signed]) => {
    const [publicKey, message, signature] = [hexToBytes(key), hexToBytes(text), hexToBytes(signed)]
    const name = `the key ${key.slice(0, 8)} of RFC 8032`
    const longer = Uint8Array.of(...message, 0)
    return [
      { name, signature, message, publicKey, isGood: true },
      { name: `${name}, another message`, signature, message: longer, publicKey, isGood: false },
      { name: `${name}, another R`, signature: withByte(signature, 0), message, publicKey, isGood: false },
      { name: `${name}, another S`, signature: withByte(signature, 32), message, publicKey, isGood: false },
      { name: `${name}, another key`, signature, message, publicKey: withByte(publicKey, 0), isGood: false },
    ]
  })
}

const withByte = (bytes: Uint8Array, at: number) =>
  bytes.map((byte, index) => (index === at ? byte ^ 4 : byte))

const { Point } = ed25519
const { ORDER: L } = Point.Fn
const { ORDER: P } = Point.Fp
const SIGN = 1n << 255n
const message = Uint8Array.of(7)
const secret = new Uint8Array(32).fill(1)
const ownKey = unwrap(decodeBase64url(testKey(1).siteKey.publicKey))

/** 32 bytes, the least first. */
function bytesOf(value: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))
}

function numberOf(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n)
}

/** What the key of `secret` signs with an R of small order in this encoding: R + k·A is S·B, but for what has small order. */
function signedWith(encodedR: bigint): Uint8Array {
  const R = bytesOf(encodedR)
  const k = numberOf(sha512(Uint8Array.of(...R, ...ownKey, ...message)))
  const { scalar } = ed25519.utils.getExtendedPublicKey(secret)
  return Uint8Array.of(...R, ...bytesOf((k * scalar) % L))
}

/** R by its encoding; y is 1 for the point of order 1, −1 for that of order 2, 0 for those of order 4. */
const encodedR: readonly (readonly [name: string, encoding: bigint, isGood: boolean])[] = [
  ['R of order 1', 1n, true],
  ['R of order 1, y not below p', P + 1n, false],
  ['R of order 1, x = 0 with the sign bit', 1n | SIGN, false],
  ['R of order 2', P - 1n, true],
  ['R of order 2, x = 0 with the sign bit', (P - 1n) | SIGN, false],
  ['R of order 4', 0n, true],
  ['R of order 4, y not below p', P, false],
  ['R that is no point', 2n, false],
]
/** Keys of small order, for which R of order 1 and S = 0 are a signature of everything, and one that is no point. */
const encodedKeys: readonly (readonly [name: string, encoding: bigint])[] = [
  ['a key of order 1', 1n],
  ['a key of order 1, y not below p', P + 1n],
  ['a key of order 1, x = 0 with the sign bit', 1n | SIGN],
  ['a key of order 2', P - 1n],
  ['a key of order 2, x = 0 with the sign bit', (P - 1n) | SIGN],
  ['a key of order 4', 0n],
  ['a key of order 4, y not below p', P],
  ['a key that is no point', 2n],
  ['a key of bits that are all set', 2n * SIGN - 1n],
]

function encodingCases(): SignatureCase[] {
  const signature = ed25519.sign(message, secret)
  const S = numberOf(signature.slice(32))
  const spelled = Uint8Array.of(...signature.slice(0, 32), ...bytesOf(S + L))
  const ofAll = Uint8Array.of(...bytesOf(1n), ...bytesOf(0n))
  const own = { message, publicKey: ownKey }
  return [
    { name: 'S below L', signature, ...own, isGood: true },
    { name: 'S not below L', signature: spelled, ...own, isGood: false },
    ...encodedR.map(([name, encoding, isGood]) => ({
      name,
      signature: signedWith(encoding),
      ...own,
      isGood,
    })),
    ...encodedKeys.map(([name, encoding]) => {
      return { name, signature: ofAll, message, publicKey: bytesOf(encoding), isGood: false }
    }),
  ]
}

export function signatureCases(): SignatureCase[] {
  return [...vectorCases(), ...encodingCases()]
}
