import type { SeenHeader } from './header-clash.ts'

/** An acceptance receipt as it came with an order's answer. */
export interface KeptAcceptance {
  /** Contract id. */
  readonly id: string
  /** Whose it is. */
  readonly uid: string
  /** When it came, ms of this browser's clock. */
  readonly receivedMs: number
  /** The JSON of docs/proof.md, unchecked. */
  readonly receipt: unknown
}

/** Headers kept of a product. */
export interface KeptSpan {
  readonly symbol: string
  readonly count: number
  readonly firstNumber: number
  readonly lastNumber: number
}

/** What a browser keeps of the log and of its orders. Each call is whole or not at all. */
export interface KeptStore {
  /** Keeps headers whose number is free, and answers those that stood there already. */
  add(headers: readonly SeenHeader[]): Promise<SeenHeader[]>
  /** Headers of a product with numbers from `from` to `to`, ascending, at most `max`. */
  range(symbol: string, from: number, to: number, max: number): Promise<SeenHeader[]>
  /** The header with the greatest number up to `number`. */
  upTo(symbol: string, number: number): Promise<SeenHeader | null>
  /** Drops the oldest headers of a product over `max`. */
  trim(symbol: string, max: number): Promise<void>
  spans(): Promise<KeptSpan[]>
  /** Keeps it unless one of that contract stands already, which is answered. */
  keepAcceptance(acceptance: KeptAcceptance, max: number): Promise<KeptAcceptance | null>
  acceptance(id: string): Promise<KeptAcceptance | null>
  acceptances(): Promise<KeptAcceptance[]>
  dropAcceptance(id: string): Promise<void>
  clear(): Promise<void>
}

export const byNumber = (a: SeenHeader, b: SeenHeader): number => a.number - b.number

/** Keeps for as long as the page lives: where the browser gives no database. */
export function createMemoryStore(): KeptStore {
  const headers = new Map<string, Map<number, SeenHeader>>()
  const acceptances = new Map<string, KeptAcceptance>()
  const ofSymbol = (symbol: string): SeenHeader[] => [...(headers.get(symbol)?.values() ?? [])].sort(byNumber)
  return {
    async add(fresh) {
      const standing: SeenHeader[] = []
      for (const header of fresh) {
        const known = headers.get(header.symbol) ?? new Map<number, SeenHeader>()
        headers.set(header.symbol, known)
        const same = known.get(header.number)
        if (same === undefined) known.set(header.number, header)
        else standing.push(same)
      }
      return standing
    },
    range: async (symbol, from, to, max) =>
      ofSymbol(symbol)
        .filter(({ number }) => number >= from && number <= to)
        .slice(0, max),
    upTo: async (symbol, number) => ofSymbol(symbol).findLast((header) => header.number <= number) ?? null,
    async trim(symbol, max) {
      for (const { number } of ofSymbol(symbol).slice(0, -max)) headers.get(symbol)?.delete(number)
    },
    spans: async () =>
      [...headers.keys()].flatMap((symbol) => {
        const kept = ofSymbol(symbol)
        const [first, last] = [kept[0], kept.at(-1)]
        if (first === undefined || last === undefined) return []
        return { symbol, count: kept.length, firstNumber: first.number, lastNumber: last.number }
      }),
    async keepAcceptance(acceptance, max) {
      const standing = acceptances.get(acceptance.id)
      if (standing !== undefined) return standing
      acceptances.set(acceptance.id, acceptance)
      for (const { id } of oldest([...acceptances.values()], max)) acceptances.delete(id)
      return null
    },
    acceptance: async (id) => acceptances.get(id) ?? null,
    acceptances: async () => [...acceptances.values()],
    async dropAcceptance(id) {
      acceptances.delete(id)
    },
    async clear() {
      headers.clear()
      acceptances.clear()
    },
  }
}

/** Those that are too many. */
export function oldest(acceptances: readonly KeptAcceptance[], max: number): KeptAcceptance[] {
  return [...acceptances].sort((a, b) => b.receivedMs - a.receivedMs).slice(max)
}
