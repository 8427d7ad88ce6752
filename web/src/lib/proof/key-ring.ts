import { keysEndorsedBy, parseSiteKeys, type SiteKey } from '@truestrike/core/proof/site-keys.ts'

/** A key this browser trusts, and since when (its own clock, ms). */
export interface PinnedKey {
  readonly key: SiteKey
  readonly sinceMs: number
}

export interface KeyRingPort {
  read(): string | null
  write(text: string): void
  /** The site's keys file, unchecked. */
  fetchKeys(): Promise<unknown>
  nowMs(): number
}

const FORMAT = 'truestrike-keys/1'
/** A receipt with an unknown key must not make the page ask over and over. */
const ASK_EVERY_MS = 30_000

/**
 * The site's keys as this browser keeps them: those seen first, and later ones that lead back to them by endorsements.
 * What the site says of its keys later can retire one, never replace one.
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
    const known = this.pinned().map(({ key }) => key)
    const missing = wanted.some((id) => known.every((key) => key.id !== id))
    if (known.length > 0 && !missing) return known
    const mayAsk = known.length === 0 || again || this.#port.nowMs() - this.#askedMs >= ASK_EVERY_MS
    if (!mayAsk) return known
    try {
      await this.offered()
    } catch (error) {
      if (known.length === 0) throw error
    }
    return this.pinned().map(({ key }) => key)
  }

  /** What the site offers now; those of it that count are pinned. Rejects when it cannot be had or is no keys file. */
  async offered(): Promise<readonly SiteKey[]> {
    this.#askedMs = this.#port.nowMs()
    const parsed = parseSiteKeys(await this.#port.fetchKeys())
    if (!parsed.ok) throw new Error(`not a keys file: ${parsed.code}`)
    const pinned = this.pinned().map(({ key }) => key)
    const keys = pinned.length === 0 ? parsed.value : keysEndorsedBy(pinned, parsed.value)
    if (keys.length !== pinned.length || keys.some((key, at) => key.toMs !== pinned[at]?.toMs))
      this.#pin(keys)
    return parsed.value
  }

  /** The user vouches for a key himself: from here on it stands by itself. */
  trust(key: SiteKey): void {
    const others = this.pinned().map((each) => each.key)
    if (others.some(({ id }) => id === key.id)) return
    this.#pin([...others, { ...key, endorsedBy: null, endorsement: null }])
  }

  #pin(keys: readonly SiteKey[]): void {
    // Keys that would not be read again are not written: what is pinned must not get lost by what a site says.
    if (!parseSiteKeys({ format: FORMAT, keys }).ok) return
    const since = new Map(this.pinned().map(({ key, sinceMs }) => [key.id, sinceMs]))
    const nowMs = this.#port.nowMs()
    const sinceMs = keys.map(({ id }) => since.get(id) ?? nowMs)
    const text = JSON.stringify({ format: FORMAT, keys, sinceMs })
    this.#port.write(text)
    // Without a storage they hold for this page.
    this.#text = this.#port.read()
    this.#pinned = keys.map((key, at) => ({ key, sinceMs: sinceMs[at] ?? nowMs }))
  }
}

function parsePinned(text: string): readonly PinnedKey[] {
  try {
    const { sinceMs, ...file } = JSON.parse(text) as { sinceMs?: unknown }
    const parsed = parseSiteKeys(file)
    if (!parsed.ok) return []
    const times: readonly unknown[] = Array.isArray(sinceMs) ? sinceMs : []
    return parsed.value.map((key, at) => ({ key, sinceMs: Number(times[at] ?? 0) }))
  } catch {
    return []
  }
}
