import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verifyEd25519 } from './signature.ts'

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))

// RFC 8032, section 7.1: public key, message, signature.
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

describe('[P1] Ed25519', () => {
  test.each(vectors)('key %s of RFC 8032', (publicKey, message, signature) => {
    expect(verifyEd25519(bytes(signature), bytes(message), bytes(publicKey))).toBe(true)
    expect(verifyEd25519(bytes(signature), bytes(`${message}00`), bytes(publicKey))).toBe(false)
    expect(verifyEd25519(bytes(`00${signature.slice(2)}`), bytes(message), bytes(publicKey))).toBe(false)
  })

  test('what node:crypto signs is good', () => {
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)])
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    const publicKey = Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url')
    const message = Buffer.from('a block')
    expect(verifyEd25519(new Uint8Array(sign(null, message, key)), message, new Uint8Array(publicKey))).toBe(
      true,
    )
  })

  test('a second spelling of a signature is refused, and garbage is no reason to throw', () => {
    const [[publicKey, , signature]] = vectors
    // s + the group's order: the same number there.
    const order = 2n ** 252n + 27742317777372353535851937790883648493n
    const s = BigInt(
      `0x${Buffer.from(bytes(signature.slice(64)))
        .reverse()
        .toString('hex')}`,
    )
    const spelled = Buffer.from((s + order).toString(16).padStart(64, '0'), 'hex')
      .reverse()
      .toString('hex')
    expect(verifyEd25519(bytes(signature.slice(0, 64) + spelled), bytes(''), bytes(publicKey))).toBe(false)
    for (const fill of ['00', 'ff', '7f'])
      expect(verifyEd25519(bytes(fill.repeat(64)), bytes(''), bytes(fill.repeat(32)))).toBe(false)
  })
})
