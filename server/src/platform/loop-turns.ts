/** Parts of work begun between two turns of the event loop: each may take a millisecond or more of the thread that serves calls. */
const PARTS_PER_TURN = 2

export interface LoopTurns {
  /**
   * Resolves when the next part of work for an address may be done, which has to happen at once: true, or false when nobody
   * wants it any more. What waits is bounded by those who ask: a call and a socket have few parts waiting at a time.
   */
  next(addressKey: string, isWanted?: () => boolean): Promise<boolean>
}

interface Waiting {
  isWanted: () => boolean
  resolve(isWanted: boolean): void
}

const always = (): boolean => true

/**
 * One queue for all long work of a process that strangers may ask for, so that no number of calls or sockets at once holds
 * up the others. Turns go round by address: whoever asks for much waits behind themselves, and everybody else behind one
 * part of theirs.
 */
export function createLoopTurns(): LoopTurns {
  /** What waits, by address; the address whose turn is next is first. No entry is empty. */
  const lines = new Map<string, Waiting[]>()

  /** The next one that is still wanted; the others are dropped on the way. */
  function takeNext(): Waiting | undefined {
    for (const [address, line] of lines) {
      lines.delete(address)
      let next = line.shift()
      while (next?.isWanted() === false) {
        next.resolve(false)
        next = line.shift()
      }
      if (line.length > 0) lines.set(address, line)
      if (next !== undefined) return next
    }
    return undefined
  }

  function serve(): void {
    for (let served = 0; served < PARTS_PER_TURN; served += 1) takeNext()?.resolve(true)
    if (lines.size > 0) setImmediate(serve)
  }

  return {
    next(addressKey, isWanted = always) {
      return new Promise((resolve) => {
        if (lines.size === 0) setImmediate(serve)
        const line = lines.get(addressKey)
        if (line === undefined) lines.set(addressKey, [{ isWanted, resolve }])
        else line.push({ isWanted, resolve })
      })
    },
  }
}
