import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { decodeBase64url } from '../base64url.ts'
import { unwrap } from '../result.ts'
import { backdatedKey, firstKey, keysFileCases, secondKey, thirdKey } from './keys-file-cases.ts'
import { testKey } from './proof-fixture.ts'
import { isKeyInUse, keyIdOf, keysEndorsedBy, parseSiteKeys } from './site-keys.ts'

describe('[P1] keys of the site', () => {
  test('the id is the beginning of the key’s hash', () => {
    const publicKey = unwrap(decodeBase64url(firstKey.siteKey.publicKey))
    expect(keyIdOf(publicKey)).toBe(
      createHash('sha256').update(publicKey).digest().subarray(0, 16).toString('base64url'),
    )
    expect(firstKey.siteKey.id).toBe(keyIdOf(publicKey))
  })

  test.each(keysFileCases())('a file is taken, or refused as a whole: $name', ({ file, refusal }) => {
    const parsed = parseSiteKeys(JSON.parse(JSON.stringify(file)))
    expect(parsed).toEqual(
      refusal === null ? { ok: true, value: (file as { keys: unknown }).keys } : { ok: false, code: refusal },
    )
  })

  test('who pins a key takes what leads back to it, and nothing else', () => {
    const stranger = testKey(9).siteKey
    const offered = [firstKey.siteKey, secondKey.siteKey, thirdKey.siteKey, stranger]
    expect(keysEndorsedBy([firstKey.siteKey], offered)).toEqual(offered.slice(0, 3))
    expect(keysEndorsedBy([stranger], offered)).toEqual([stranger])
    const open = { ...firstKey.siteKey, toMs: null }
    expect(keysEndorsedBy([open], offered)[0]).toEqual(firstKey.siteKey)
    expect(keysEndorsedBy([firstKey.siteKey], [open])).toEqual([firstKey.siteKey])
  })

  test('a key that was followed by another, or has ended, endorses nothing any more', () => {
    const stolen = [firstKey.siteKey, backdatedKey.siteKey]
    expect(keysEndorsedBy([firstKey.siteKey, secondKey.siteKey], stolen)).toEqual([
      firstKey.siteKey,
      secondKey.siteKey,
    ])
    const alone = [firstKey.siteKey, testKey(9).siteKey]
    expect(keysEndorsedBy(alone, stolen)).toEqual(alone)
    const ended = { ...firstKey.siteKey, toMs: 850 }
    expect(keysEndorsedBy([ended], stolen)).toEqual([ended])
    expect(keysEndorsedBy([firstKey.siteKey], stolen)).toEqual(stolen)
  })

  test('a key signs from its first moment up to its last, that one left out', () => {
    expect([99, 100, 899, 900].map((timeMs) => isKeyInUse(firstKey.siteKey, timeMs))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(isKeyInUse(secondKey.siteKey, Number.MAX_SAFE_INTEGER)).toBe(true)
  })
})
