import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verifyEd25519 } from './signature.ts'
import { signatureCases } from './signature-cases.ts'

describe('[P1] Ed25519', () => {
  test.each(signatureCases())('$name: $isGood', ({ signature, message, publicKey, isGood }) => {
    expect(verifyEd25519(signature, message, publicKey)).toBe(isGood)
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

  test('garbage is no reason to throw', () => {
    for (const fill of [0x00, 0xff, 0x7f]) {
      const signature = new Uint8Array(64).fill(fill)
      expect(verifyEd25519(signature, new Uint8Array(0), signature.slice(0, 32))).toBe(false)
    }
  })
})
