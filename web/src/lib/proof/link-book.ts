import { readStoredObject, writeStored } from '../browser-storage.ts'

/** Blocks nobody in this browser has compared, both ends included. */
interface Hole {
  readonly fromNumber: number
  readonly toNumber: number
}

/** How far the kept headers of a product are one chain. */
export interface Link {
  /** The number of the last header that is linked. */
  readonly linked: number
  /** Where a chain ended and another began, oldest first. */
  readonly holes: readonly Hole[]
}

export interface LinkBook {
  read(symbol: string): Link | null
  write(symbol: string, link: Link): void
  clear(): void
}

/** The links of all products by symbol, in the browser's storage. */
const LINKS = 'proof-links'
const HOLES_MAX = 10

/** Keeps the links of products in a text of the browser's storage; without one they hold for this page. */
export function createLinkBook(): LinkBook {
  let links: Record<string, Link> = {}
  const refresh = (): void => {
    links = (readStoredObject(LINKS) as Record<string, Link> | null) ?? links
  }
  return {
    read(symbol) {
      refresh()
      return links[symbol] ?? null
    },
    write(symbol, { linked, holes }) {
      refresh()
      links = { ...links, [symbol]: { linked, holes: holes.slice(-HOLES_MAX) } }
      writeStored(LINKS, JSON.stringify(links))
    },
    clear() {
      links = {}
      writeStored(LINKS, null)
    },
  }
}
