import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { decodeBase64url, encodeBase64url } from '../base64url.ts'
import { unwrap } from '../result.ts'
import { type TestKey, testKey } from './proof-fixture.ts'
import {
  endorsementMessage,
  isKeyInUse,
  keyIdOf,
  keysEndorsedBy,
  parseSiteKeys,
  publicKeyOf,
  type SiteKey,
} from './site-keys.ts'

const file = (...keys: SiteKey[]) => ({ format: 'truestrike-keys/1', keys })
const first = testKey(1, { fromMs: 100, toMs: 900 })

function endorsed(seed: number, by: TestKey, fromMs: number): TestKey {
  const key = testKey(seed, { fromMs })
  const endorsement = encodeBase64url(by.sign(endorsementMessage(publicKeyOf(key.siteKey), fromMs)))
  return { ...key, siteKey: { ...key.siteKey, endorsedBy: by.siteKey.id, endorsement } }
}
const second = endorsed(2, first, 800)
const third = endorsed(3, second, 1_500)
/** What whoever stole the first key after it retired would like to be trusted. */
const backdated = endorsed(8, first, 899)
const refused = (json: unknown) => {
  const parsed = parseSiteKeys(json)
  return parsed.ok ? null : parsed.code
}

describe('[P1] keys of the site', () => {
  test('the id is the beginning of the key’s hash', () => {
    const publicKey = unwrap(decodeBase64url(first.siteKey.publicKey))
    expect(keyIdOf(publicKey)).toBe(
      createHash('sha256').update(publicKey).digest().subarray(0, 16).toString('base64url'),
    )
    expect(first.siteKey.id).toBe(keyIdOf(publicKey))
  })

  test('a file of endorsed keys is read', () => {
    const keys = [first.siteKey, second.siteKey, third.siteKey, testKey(9).siteKey]
    expect(parseSiteKeys(JSON.parse(JSON.stringify(file(...keys))))).toEqual({ ok: true, value: keys })
  })

  test('what is not one is refused', () => {
    const { siteKey } = second
    expect(refused(null)).toBe('MALFORMED')
    expect(refused(file())).toBe('MALFORMED')
    expect(refused({ ...file(first.siteKey), format: 'truestrike-keys/2' })).toBe('MALFORMED')
    expect(refused(file({ ...first.siteKey, toMs: 100 }))).toBe('MALFORMED')
    expect(refused(file(first.siteKey, first.siteKey))).toBe('MALFORMED')
    expect(refused(file({ ...first.siteKey, id: siteKey.id }))).toBe('FALSE_ID')
    // Endorsed by a key that is not there, comes later, had run out, or did not say so.
    expect(refused(file(siteKey))).toBe('FALSE_ENDORSEMENT')
    expect(refused(file(siteKey, first.siteKey))).toBe('FALSE_ENDORSEMENT')
    expect(refused(file({ ...first.siteKey, toMs: 700 }, siteKey))).toBe('FALSE_ENDORSEMENT')
    expect(refused(file({ ...first.siteKey, fromMs: 801 }, siteKey))).toBe('FALSE_ENDORSEMENT')
    expect(refused(file(first.siteKey, { ...siteKey, fromMs: 801 }))).toBe('FALSE_ENDORSEMENT')
    expect(refused(file(first.siteKey, { ...siteKey, endorsement: null }))).toBe('FALSE_ENDORSEMENT')
    expect(refused(file(first.siteKey, { ...siteKey, endorsedBy: null }))).toBe('FALSE_ENDORSEMENT')
    // The chain does not fork: a key has one successor, and only the one right before it endorses it.
    expect(refused(file(first.siteKey, siteKey, backdated.siteKey))).toBe('FALSE_ENDORSEMENT')
    expect(refused(file(first.siteKey, testKey(9).siteKey, siteKey))).toBe('FALSE_ENDORSEMENT')
  })

  test('who pins a key takes what leads back to it, and nothing else', () => {
    const stranger = testKey(9).siteKey
    const offered = [first.siteKey, second.siteKey, third.siteKey, stranger]
    expect(keysEndorsedBy([first.siteKey], offered)).toEqual(offered.slice(0, 3))
    expect(keysEndorsedBy([stranger], offered)).toEqual([stranger])
    const open = { ...first.siteKey, toMs: null }
    expect(keysEndorsedBy([open], offered)[0]).toEqual(first.siteKey)
    expect(keysEndorsedBy([first.siteKey], [open])).toEqual([first.siteKey])
  })

  test('a key that was followed by another, or has ended, endorses nothing any more', () => {
    const stolen = [first.siteKey, backdated.siteKey]
    expect(keysEndorsedBy([first.siteKey, second.siteKey], stolen)).toEqual([first.siteKey, second.siteKey])
    const alone = [first.siteKey, testKey(9).siteKey]
    expect(keysEndorsedBy(alone, stolen)).toEqual(alone)
    const ended = { ...first.siteKey, toMs: 850 }
    expect(keysEndorsedBy([ended], stolen)).toEqual([ended])
    expect(keysEndorsedBy([first.siteKey], stolen)).toEqual(stolen)
  })

  test('a key signs from its first moment up to its last, that one left out', () => {
    expect([99, 100, 899, 900].map((timeMs) => isKeyInUse(first.siteKey, timeMs))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(isKeyInUse(second.siteKey, Number.MAX_SAFE_INTEGER)).toBe(true)
  })
})
