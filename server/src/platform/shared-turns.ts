import { addressKey } from './http-address.ts'
import { type TurnOwner, TurnPlaces } from './turn-places.ts'

/** Who calls from an IP address; `user` tells users apart from administrators, too. */
export const turnOwner = (ip: string, user: string): TurnOwner => ({ address: addressKey(ip), user })

/** Lets many have, one after another, what only few may use at a time: whoever had it last longest ago comes next. */
export interface SharedTurns {
  run<T>(owner: TurnOwner, work: () => Promise<T>): Promise<T>
}

interface SharedTurnsOptions {
  /** Pieces of work under way at a time; default one. */
  atOnce?: number
  /** Of these at most so many of one address; default all. */
  atOncePerAddress?: number
  /** Of one user, from wherever; default all. */
  atOncePerUser?: number
  /** Pieces of work under way or waiting, of all owners together. */
  max: number
  /** Of one user, from wherever; default all. */
  perUserMax?: number
  /** Made for each piece of work that finds no place. */
  refuse: () => Error
}

interface Piece {
  /** Never rejects. */
  carryOut(): Promise<void>
  refuse(): void
}

/**
 * One caller's work cannot keep another's waiting: turns go round by address, and among the users of an address by user,
 * however much each has waiting. When all places are taken, whoever has few gets one of whoever has most (`givesWay`),
 * first among the addresses, then among the users of the newcomer's own; the piece that came last is refused. Where nobody
 * has more, an address with none gets one of that whose last turn is the latest, if its own is longer ago.
 */
export function createSharedTurns(options: SharedTurnsOptions): SharedTurns {
  const { atOnce: all = 1, max, perUserMax = max, refuse } = options
  const { atOncePerAddress: perAddress = all, atOncePerUser: perUser = all } = options
  const places = new TurnPlaces<Piece>({ all, perAddress, perUser })

  function startNext(): void {
    for (let next = places.next(); next !== null; next = places.next()) {
      const place = next
      const piece = places.begin(place)
      const ended = (): void => {
        places.end(place)
        startNext()
      }
      void piece?.carryOut().finally(ended)
    }
  }

  /** Whether there is a place, also one that somebody gives up. */
  function hasPlace(owner: TurnOwner): boolean {
    if (places.ofUser(owner.user) >= perUserMax) return false
    if (places.count < max) return true
    const given = places.takeBackFor(owner)
    given?.refuse()
    return given !== undefined
  }

  return {
    run<T>(owner: TurnOwner, work: () => Promise<T>): Promise<T> {
      if (!hasPlace(owner)) return Promise.reject(refuse())
      return new Promise<T>((resolve, reject) => {
        places.enter(owner, {
          carryOut: () => work().then(resolve, reject),
          refuse: () => reject(refuse()),
        })
        startNext()
      })
    },
  }
}
