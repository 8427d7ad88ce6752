/** Lets many have, one after another, what only one may use at a time: whoever had it last longest ago comes next. */
export interface SharedTurns {
  run<T>(owner: string, work: () => Promise<T>): Promise<T>
}

interface SharedTurnsOptions {
  /** Pieces of work under way or waiting, of all owners together. */
  max: number
  /** Of one owner. */
  perOwnerMax: number
  /** Made for each piece of work that finds no place. */
  refuse: () => Error
}

interface Piece {
  /** Never rejects. */
  carryOut(): Promise<void>
  refuse(): void
}

/** Owners whose last turn is remembered; others count as having had none. */
const REMEMBERED_MAX = 64

/**
 * One owner's work cannot keep another's waiting: turns go round by owner, however much each has waiting. When all places
 * are taken, an owner with fewer pieces gets the place of the last piece of the owner with the most, which is refused.
 */
export function createSharedTurns({ max, perOwnerMax, refuse }: SharedTurnsOptions): SharedTurns {
  /** What waits, by owner; the owner who has waited longest is first. No entry is empty. */
  const lines = new Map<string, Piece[]>()
  /** Owners who had a turn, the longest ago first. */
  const served = new Set<string>()
  let running: string | null = null
  let size = 0

  const countOf = (owner: string): number => (lines.get(owner)?.length ?? 0) + (running === owner ? 1 : 0)

  function nextOwner(): string | undefined {
    const unserved = [...lines.keys()].find((owner) => !served.has(owner))
    return unserved ?? [...served].find((owner) => lines.has(owner))
  }

  function remember(owner: string): void {
    served.delete(owner)
    served.add(owner)
    for (const oldest of served) {
      if (served.size <= REMEMBERED_MAX) break
      served.delete(oldest)
    }
  }

  function startNext(): void {
    const owner = nextOwner()
    const line = owner === undefined ? undefined : lines.get(owner)
    const piece = line?.shift()
    running = owner ?? null
    if (owner === undefined || piece === undefined) return
    if (line?.length === 0) lines.delete(owner)
    remember(owner)
    void piece.carryOut().finally(() => {
      size--
      startNext()
    })
  }

  /** Whether an owner gets the place of another's last piece: only where the other still has as many afterwards. */
  function takesPlace(owner: string): boolean {
    const [longest] = [...lines.values()].sort((a, b) => b.length - a.length)
    if (longest === undefined || longest.length < countOf(owner) + 2) return false
    longest.pop()?.refuse()
    size--
    return true
  }

  return {
    run<T>(owner: string, work: () => Promise<T>): Promise<T> {
      if (countOf(owner) >= perOwnerMax || (size >= max && !takesPlace(owner)))
        return Promise.reject(refuse())
      return new Promise<T>((resolve, reject) => {
        const piece: Piece = {
          carryOut: () => work().then(resolve, reject),
          refuse: () => reject(refuse()),
        }
        const line = lines.get(owner)
        if (line === undefined) lines.set(owner, [piece])
        else line.push(piece)
        size++
        if (running === null) startNext()
      })
    },
  }
}
