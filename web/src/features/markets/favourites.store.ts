import { create } from 'zustand'
import { readStored, writeStored } from '../../lib/browser-storage.ts'

const FAVOURITES_KEY = 'favourites'
/** Symbols kept; far more than there are products. */
const FAVOURITES_MAX = 200

interface Favourites {
  symbols: ReadonlySet<string>
  toggle(symbol: string): void
}

function stored(): Set<string> {
  const text = readStored(FAVOURITES_KEY) ?? ''
  return new Set(
    text
      .split(',')
      .filter((symbol) => /^[A-Z0-9]{2,20}$/.test(symbol))
      .slice(0, FAVOURITES_MAX),
  )
}

export const useFavourites = create<Favourites>()((set, get) => ({
  symbols: stored(),
  toggle(symbol) {
    const symbols = new Set(get().symbols)
    if (!symbols.delete(symbol)) symbols.add(symbol)
    writeStored(FAVOURITES_KEY, [...symbols].slice(0, FAVOURITES_MAX).join(','))
    set({ symbols })
  },
}))
