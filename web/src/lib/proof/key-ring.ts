import { isKeyInUse, keysEndorsedBy, parseSiteKeys, type SiteKey } from '@truestrike/core/proof/site-keys.ts'

/** The newest thing signed with a key that this browser has verified. */
interface Verified {
  /** The time it was signed for, ms. */
  readonly timeMs: number
  /** As it can be shown to others. */
  readonly statement: unknown
}

/** A key this browser trusts, and since when (its own clock, ms). */
export interface PinnedKey {
  readonly key: SiteKey
  readonly sinceMs: number
  readonly verified: Verified | null
}

export interface KeyRingPort {
  read(): string | null
  write(text: string): void
  /** The site's keys file, unchecked. */
  fetchKeys(): Promise<unknown>
  /** The site says that a key had ended before what this browser has verified under it. */
  disowned(key: SiteKey, told: SiteKey, statement: unknown): void
  nowMs(): number
}

const FORMAT = 'truestrike-keys/1'
/** A receipt with an unknown key must not make the page ask over and over. */
const ASK_EVERY_MS = 30_000

/**
 * The site's keys as this browser keeps them: those seen first, and later ones that follow from the newest of them by
 * endorsements. What the site says of its keys later can retire one, never replace one, and never before the newest thing
 * that this browser has verified under it.
 */
export class KeyRing {
  readonly #port: KeyRingPort
  #text: string | null = null
  #pinned: readonly PinnedKey[] = []
  #askedMs = Number.NEGATIVE_INFINITY

  constructor(port: KeyRingPort) {
    this.#port = port
  }

  /** Another tab may have pinned meanwhile: the storage is looked at each time. */
  pinned(): readonly PinnedKey[] {
    const text = this.#port.read()
    if (text !== this.#text) {
      this.#text = text
      this.#pinned = text === null ? [] : parsePinned(text)
    }
    return this.#pinned
  }

  /** The trusted keys. The site is asked when there are none, or none of a wanted id. Rejects when there are none to be had. */
  async trusted(wanted: readonly string[] = [], again = false): Promise<readonly SiteKey[]> {
    const known = this.#keys()
    const missing = wanted.some((id) => known.every((key) => key.id !== id))
    if (known.length > 0 && !missing) return known
    const mayAsk = known.length === 0 || again || this.#port.nowMs() - this.#askedMs >= ASK_EVERY_MS
    if (!mayAsk) return known
    try {
      await this.offered()
    } catch (error) {
      if (known.length === 0) throw error
    }
    return this.#keys()
  }

  /** What the site offers now; those of it that count are pinned. Rejects when it cannot be had or is no keys file. */
  async offered(): Promise<readonly SiteKey[]> {
    this.#askedMs = this.#port.nowMs()
    const parsed = parseSiteKeys(await this.#port.fetchKeys())
    if (!parsed.ok) throw new Error(`not a keys file: ${parsed.code}`)
    const pinned = this.#keys()
    if (pinned.length === 0) this.#pin(parsed.value)
    // Of a file that disowns what is signed nothing is taken.
    else if (!this.#disowns(parsed.value)) {
      const keys = keysEndorsedBy(pinned, parsed.value)
      if (keys.length !== pinned.length || keys.some((key, at) => key.toMs !== pinned[at]?.toMs))
        this.#pin(keys)
    }
    return parsed.value
  }

  /** The user vouches for a key himself: from here on it stands by itself. */
  trust(key: SiteKey): void {
    const others = this.#keys()
    if (others.some(({ id }) => id === key.id)) return
    this.#pin([...others, { ...key, endorsedBy: null, endorsement: null }])
  }

  /** Something signed with a trusted key has been verified: from here on the key was in use at that time. */
  verified(keyId: string, timeMs: number, statement: unknown): void {
    const pinned = this.pinned()
    const isNewer = ({ key, verified }: PinnedKey): boolean =>
      key.id === keyId && (verified === null || verified.timeMs < timeMs)
    if (!pinned.some(isNewer)) return
    this.#write(pinned.map((each) => (isNewer(each) ? { ...each, verified: { timeMs, statement } } : each)))
  }

  #keys(): readonly SiteKey[] {
    return this.pinned().map(({ key }) => key)
  }

  #disowns(offered: readonly SiteKey[]): boolean {
    let disowns = false
    for (const { key, verified } of this.pinned()) {
      const told = offered.find(({ id }) => id === key.id)
      if (told === undefined || verified === null) continue
      if (isKeyInUse(told, verified.timeMs)) continue
      disowns = true
      this.#port.disowned(key, told, verified.statement)
    }
    return disowns
  }

  #pin(keys: readonly SiteKey[]): void {
    // Keys that would not be read again are not written: what is pinned must not get lost by what a site says.
    if (!parseSiteKeys({ format: FORMAT, keys }).ok) return
    const known = new Map(this.pinned().map((each) => [each.key.id, each]))
    const fresh = { sinceMs: this.#port.nowMs(), verified: null }
    this.#write(keys.map((key) => ({ ...fresh, ...known.get(key.id), key })))
  }

  #write(pinned: readonly PinnedKey[]): void {
    const keys = pinned.map(({ key }) => key)
    const sinceMs = pinned.map((each) => each.sinceMs)
    const verified = pinned.map((each) => each.verified)
    this.#port.write(JSON.stringify({ format: FORMAT, keys, sinceMs, verified }))
    // Without a storage they hold for this page.
    this.#text = this.#port.read()
    this.#pinned = pinned
  }
}

function parsePinned(text: string): readonly PinnedKey[] {
  try {
    const { sinceMs, verified, ...file } = JSON.parse(text) as { sinceMs?: unknown; verified?: unknown }
    const parsed = parseSiteKeys(file)
    if (!parsed.ok) return []
    const times: readonly unknown[] = Array.isArray(sinceMs) ? sinceMs : []
    const newest: readonly unknown[] = Array.isArray(verified) ? verified : []
    return parsed.value.map((key, at) => ({
      key,
      sinceMs: Number(times[at] ?? 0),
      verified: (newest[at] ?? null) as Verified | null,
    }))
  } catch {
    return []
  }
}
