/** Lets one piece of work after another have something that only one may use at a time. */
export interface TurnQueue {
  run<T>(work: () => Promise<T>): Promise<T>
  readonly waiting: number
}

/** `waitingMax`: pieces of work that may wait; one more is refused by what `refuse` makes. */
export function createTurnQueue(waitingMax: number, refuse: () => Error): TurnQueue {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    get waiting() {
      return waiting
    },
    run<T>(work: () => Promise<T>): Promise<T> {
      if (waiting >= waitingMax) return Promise.reject(refuse())
      waiting++
      const turn = last.then(work).finally(() => {
        waiting--
      })
      last = turn.catch(() => undefined)
      return turn
    },
  }
}
