import { placesBy, whoGivesWay, withMost } from './give-way.ts'
import { addressKey } from './http-address.ts'

/** Whose work it is. Accounts cost nothing to make, addresses do: an address has its turn first, then a user of it. */
export interface TurnOwner {
  /** As limits count it (`addressKey`). */
  address: string
  user: string
}

/** Who calls from an IP address; `user` tells users apart from administrators, too. */
export const turnOwner = (ip: string, user: string): TurnOwner => ({ address: addressKey(ip), user })

/** Lets many have, one after another, what only one may use at a time: whoever had it last longest ago comes next. */
export interface SharedTurns {
  run<T>(owner: TurnOwner, work: () => Promise<T>): Promise<T>
}

interface SharedTurnsOptions {
  /** Pieces of work under way or waiting, of all owners together. */
  max: number
  /** Of one user, from wherever. */
  perUserMax: number
  /** Made for each piece of work that finds no place. */
  refuse: () => Error
}

interface Piece extends TurnOwner {
  /** Never rejects. */
  carryOut(): Promise<void>
  refuse(): void
}

/** Addresses, and users of an address, whose last turn is remembered; others count as having had none. */
const REMEMBERED_MAX = 64

const addressOf = ({ address }: TurnOwner): string => address
const userOf = ({ user }: TurnOwner): string => user

/**
 * One caller's work cannot keep another's waiting: turns go round by address, and among the users of an address by user,
 * however much each has waiting. When all places are taken, whoever has few gets one of whoever has most (`whoGivesWay`),
 * first among the addresses, then among the users of the newcomer's own; the piece that came last is refused.
 */
export function createSharedTurns({ max, perUserMax, refuse }: SharedTurnsOptions): SharedTurns {
  /** In the order in which they came. */
  const waiting: Piece[] = []
  const servedAddresses = new ServedOwners()
  const servedUsers = new ServedOwners()
  let running: Piece | null = null

  const pieces = (): Piece[] => (running === null ? waiting : [running, ...waiting])

  function startNext(): void {
    const address = servedAddresses.longestAgo(waiting.map(addressOf))
    const ofAddress = waiting.filter((piece) => piece.address === address)
    const user = servedUsers.longestAgo(ofAddress.map(userOf))
    const piece = ofAddress.find((each) => each.user === user) ?? null
    running = piece
    if (piece === null) return
    waiting.splice(waiting.indexOf(piece), 1)
    servedAddresses.note(piece.address)
    servedUsers.note(piece.user)
    void piece.carryOut().finally(startNext)
  }

  /** Whose piece is refused for the newcomer's. */
  function giverTo({ address, user }: TurnOwner): TurnOwner | null {
    const other = whoGivesWay(placesBy(pieces(), addressOf), address)
    const isOwn = other === null || other === address
    const ofAddress = (piece: Piece): boolean => piece.address === (isOwn ? address : other)
    const giver = isOwn
      ? whoGivesWay(placesBy(pieces().filter(ofAddress), userOf), user)
      : withMost(placesBy(waiting.filter(ofAddress), userOf))
    return giver === null ? null : { address: isOwn ? address : other, user: giver }
  }

  function takesPlace(newcomer: TurnOwner): boolean {
    const giver = giverTo(newcomer)
    const at = waiting.findLastIndex(({ address, user }) => address === giver?.address && user === giver.user)
    if (at === -1) return false
    for (const refused of waiting.splice(at, 1)) refused.refuse()
    return true
  }

  return {
    run<T>(owner: TurnOwner, work: () => Promise<T>): Promise<T> {
      const ofUser = pieces().filter(({ user }) => user === owner.user).length
      if (ofUser >= perUserMax || (pieces().length >= max && !takesPlace(owner)))
        return Promise.reject(refuse())
      return new Promise<T>((resolve, reject) => {
        waiting.push({
          address: owner.address,
          user: owner.user,
          carryOut: () => work().then(resolve, reject),
          refuse: () => reject(refuse()),
        })
        if (running === null) startNext()
      })
    },
  }
}

/** Owners who had a turn, the longest ago first. */
class ServedOwners {
  private readonly served = new Set<string>()

  /** Of some: the first who has had no turn, or else whoever had it longest ago. */
  longestAgo(owners: readonly string[]): string | undefined {
    const unserved = owners.find((owner) => !this.served.has(owner))
    return unserved ?? [...this.served].find((owner) => owners.includes(owner))
  }

  note(owner: string): void {
    this.served.delete(owner)
    this.served.add(owner)
    for (const oldest of this.served) {
      if (this.served.size <= REMEMBERED_MAX) break
      this.served.delete(oldest)
    }
  }
}
