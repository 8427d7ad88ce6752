import { encodeBase64url } from '../base64url.ts'
import { forgedKey } from './judged-case.ts'
import { type TestKey, testKey } from './proof-fixture.ts'
import { endorsementMessage, keyIdOf, publicKeyOf, type SiteKey, TIME_MS_MAX } from './site-keys.ts'

// Keys files that every verifier has to take, or to refuse as a whole.

export interface KeysFileCase {
  readonly name: string
  readonly file: unknown
  /** Null: it is taken. */
  readonly refusal: 'MALFORMED' | 'FALSE_ID' | 'FALSE_ENDORSEMENT' | null
}

const file = (...keys: readonly object[]) => ({ format: 'truestrike-keys/1', keys })

/** A key with the endorsement of an older one. */
function endorsed(seed: number, by: TestKey, fromMs: number): TestKey {
  return withEndorsement(testKey(seed, { fromMs }), by)
}

function withEndorsement(key: TestKey, by: TestKey): TestKey {
  const message = endorsementMessage(publicKeyOf(key.siteKey), key.siteKey.fromMs)
  const endorsement = encodeBase64url(by.sign(message))
  return { ...key, siteKey: { ...key.siteKey, endorsedBy: by.siteKey.id, endorsement } }
}

export const firstKey = testKey(1, { fromMs: 100, toMs: 900 })
export const secondKey = endorsed(2, firstKey, 800)
export const thirdKey = endorsed(3, secondKey, 1_500)
/** What whoever stole the first key after it retired would like to be trusted. */
export const backdatedKey = endorsed(8, firstKey, 899)

const [first, second, third] = [firstKey.siteKey, secondKey.siteKey, thirdKey.siteKey]
const alone = testKey(9).siteKey
const early = testKey(7, { toMs: 50 }).siteKey
const noPoint = forgedKey(2)
const { toMs: _, ...endless } = first

/** Keys of any bytes: nobody asks whether they are points of the curve. */
function many(count: number): SiteKey[] {
  return Array.from({ length: count }, (_none, at) => {
    const publicKey = new Uint8Array(32).fill(at % 256).fill(at >> 8, 0, 1)
    return { ...alone, id: keyIdOf(publicKey), publicKey: encodeBase64url(publicKey) }
  })
}

const taken: Readonly<Record<string, unknown>> = {
  'a chain of endorsed keys, and one that stands by itself': file(first, second, third, alone),
  'keys that stand by themselves, the newest first': file(alone, { ...first, fromMs: 800 }, early),
  'a key that is no point of the curve': file(noPoint.siteKey, alone),
  'a key that begins where the one before it ends': file(first, endorsed(2, firstKey, 900).siteKey),
  'a key for the last moment': file({ ...first, fromMs: TIME_MS_MAX - 1, toMs: TIME_MS_MAX }),
  'a thousand keys': file(...many(1_000)),
}

const malformed: Readonly<Record<string, unknown>> = {
  nothing: null,
  'no key': file(),
  'more than a thousand keys': file(...many(1_001)),
  'another format': { ...file(first), format: 'truestrike-keys/2' },
  'a member too many': { ...file(first), note: '' },
  'a member too many in a key': file({ ...first, note: '' }),
  'a member missing in a key': file(endless),
  'a public key of 31 bytes': file({ ...first, publicKey: encodeBase64url(new Uint8Array(31)) }),
  'an endorsement of 32 bytes': file(first, { ...second, endorsement: first.publicKey }),
  'a key that ends as it begins': file({ ...first, toMs: 100 }),
  'a key after the last moment': file({ ...first, fromMs: TIME_MS_MAX + 1, toMs: null }),
  'a key twice': file(first, first),
}

const falselyEndorsed: Readonly<Record<string, unknown>> = {
  'a key endorsed by one that is not there': file(second),
  'a key endorsed by one that comes later': file(second, first),
  'a key endorsed by one that had run out': file({ ...first, toMs: 700 }, second),
  'a key endorsed by one that began later': file({ ...first, fromMs: 801 }, second),
  'a key endorsed for another time': file(first, { ...second, fromMs: 801 }),
  'a key endorsed in the name of another than the one that did': file(first, {
    ...second,
    endorsedBy: alone.id,
  }),
  'an endorser without an endorsement': file(first, { ...second, endorsement: null }),
  'an endorsement without an endorser': file(first, { ...second, endorsedBy: null }),
  // The chain does not fork: a key has one successor, and only the one right before it endorses it.
  'a second successor of a key': file(first, second, backdatedKey.siteKey),
  'another key between a key and its successor': file(first, alone, second),
  'a key endorsed by one that is no point of the curve': file(
    noPoint.siteKey,
    withEndorsement(testKey(2, { fromMs: 100 }), noPoint).siteKey,
  ),
}

export function keysFileCases(): KeysFileCase[] {
  const refused = (files: Readonly<Record<string, unknown>>, refusal: KeysFileCase['refusal']) =>
    Object.entries(files).map(([name, content]) => ({ name, file: content, refusal }))
  return [
    ...refused(taken, null),
    ...refused(malformed, 'MALFORMED'),
    ...refused({ 'the id of another key': file({ ...first, id: second.id }) }, 'FALSE_ID'),
    ...refused(falselyEndorsed, 'FALSE_ENDORSEMENT'),
  ]
}
