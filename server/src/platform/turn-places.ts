import { givesWay } from './give-way.ts'

/** Whose work it is. Accounts cost nothing to make, addresses do: an address has its turn first, then a user of it. */
export interface TurnOwner {
  /** As limits count it (`addressKey`). */
  address: string
  user: string
}

/** Pieces of work under way at a time. */
export interface AtOnce {
  all: number
  perAddress: number
  /** From wherever. */
  perUser: number
}

/** What an address has, or a user of one. */
interface Line {
  owner: string
  running: number
  waiting: number
  /** The number of the last turn; 0: there was none, or it is forgotten. */
  lastTurn: number
}

interface UserLine<Piece> extends Line {
  pieces: Piece[]
}

interface AddressLine<Piece> extends Line {
  users: Map<string, UserLine<Piece>>
}

/** A user of an address. */
export type Place<Piece> = [line: AddressLine<Piece>, own: UserLine<Piece>]

/** Addresses, and users, whose last turn is remembered while they have nothing; others count as having had none. */
const REMEMBERED_MAX = 1_024

const placesOf = (line: Line | undefined): number => (line === undefined ? 0 : line.running + line.waiting)

/** Who has how much under way and waiting, and who comes next. */
export class TurnPlaces<Piece> {
  /** All that is under way or waits. */
  count = 0
  private running = 0
  /** No line is empty. */
  private readonly lines = new Map<string, AddressLine<Piece>>()
  /** From wherever. */
  private readonly users = new Map<string, { running: number; places: number }>()
  private readonly addressTurns = new LastTurns()
  private readonly userTurns = new LastTurns()
  private readonly atOnce: AtOnce

  constructor(atOnce: AtOnce) {
    this.atOnce = atOnce
  }

  ofUser(user: string): number {
    return this.users.get(user)?.places ?? 0
  }

  enter({ address, user }: TurnOwner, piece: Piece): void {
    const line = this.lines.get(address) ?? { ...emptyLine(address, this.addressTurns), users: new Map() }
    this.lines.set(address, line)
    const own = line.users.get(user) ?? { ...emptyLine(user, this.userTurns), pieces: [] }
    line.users.set(user, own)
    own.pieces.push(piece)
    const anywhere = this.users.get(user) ?? { running: 0, places: 0 }
    this.users.set(user, anywhere)
    own.waiting += 1
    line.waiting += 1
    anywhere.places += 1
    this.count += 1
  }

  /** Whose turn it is, by address first; null: as much is under way as may be, or nothing waits that may begin. */
  next(): Place<Piece> | null {
    if (this.running >= this.atOnce.all) return null
    const isUserReady = ({ waiting, owner }: Line): boolean =>
      waiting > 0 && (this.users.get(owner)?.running ?? 0) < this.atOnce.perUser
    const readyUser = (line: AddressLine<Piece>) => longestAgo(line.users.values(), isUserReady)
    const isReady = (line: AddressLine<Piece>): boolean =>
      line.waiting > 0 && line.running < this.atOnce.perAddress && readyUser(line) !== null
    const line = longestAgo(this.lines.values(), isReady)
    const own = line && readyUser(line)
    return line === null || own === null ? null : [line, own]
  }

  /** The piece that has waited longest there is under way now. */
  begin([line, own]: Place<Piece>): Piece | undefined {
    line.lastTurn = this.addressTurns.note(line.owner)
    own.lastTurn = this.userTurns.note(own.owner)
    this.move([line, own], 1)
    line.waiting -= 1
    own.waiting -= 1
    return own.pieces.shift()
  }

  end(place: Place<Piece>): void {
    this.move(place, -1)
    this.leave(place)
  }

  private move([line, own]: Place<Piece>, by: 1 | -1): void {
    this.running += by
    line.running += by
    own.running += by
    const anywhere = this.users.get(own.owner)
    if (anywhere !== undefined) anywhere.running += by
  }

  /** Takes back the piece that came last of whoever gives way to a newcomer; undefined: nobody does. */
  takeBackFor(newcomer: TurnOwner): Piece | undefined {
    const place = this.giverTo(newcomer)
    const piece = place?.[1].pieces.pop()
    if (place === null || piece === undefined) return undefined
    for (const line of place) line.waiting -= 1
    this.leave(place)
    return piece
  }

  private leave([line, own]: Place<Piece>): void {
    this.count -= 1
    const anywhere = this.users.get(own.owner)
    if (anywhere !== undefined) anywhere.places -= 1
    if (anywhere?.places === 0) this.users.delete(own.owner)
    if (placesOf(own) === 0) line.users.delete(own.owner)
    if (placesOf(line) === 0) this.lines.delete(line.owner)
  }

  private giverTo({ address, user }: TurnOwner): Place<Piece> | null {
    const mine = this.lines.get(address)
    const most = withMost(this.lines.values(), placesOf)
    const other = most !== null && givesWay(placesOf(most), placesOf(mine)) ? most : this.servedSince(address)
    if (other !== null) {
      const giver = withMost(other.users.values(), ({ waiting }) => waiting)
      return giver === null ? null : [other, giver]
    }
    const giver = mine === undefined ? null : withMost(mine.users.values(), placesOf)
    if (mine === undefined || giver === null) return null
    return givesWay(placesOf(giver), placesOf(mine.users.get(user))) ? [mine, giver] : null
  }

  /** For an address that has nothing: the one with the latest turn, if that was after the address's own. */
  private servedSince(address: string): AddressLine<Piece> | null {
    if (this.lines.has(address)) return null
    const latest = withMost(this.lines.values(), ({ lastTurn }) => lastTurn)
    return latest !== null && latest.lastTurn > this.addressTurns.of(address) ? latest : null
  }
}

const emptyLine = (owner: string, turns: LastTurns): Line => ({
  ...{ owner, running: 0, waiting: 0 },
  lastTurn: turns.of(owner),
})

/** Of those that are ready: whoever had a turn longest ago, and before them the first of those who have had none. */
function longestAgo<T extends Line>(lines: Iterable<T>, isReady: (line: T) => boolean): T | null {
  let found: T | null = null
  for (const line of lines)
    if ((found === null || line.lastTurn < found.lastTurn) && isReady(line)) found = line
  return found
}

/** Of those with something that waits, whoever has most, the first of those who have as much; null: nothing waits. */
function withMost<T extends Line>(lines: Iterable<T>, muchOf: (line: T) => number): T | null {
  let most: T | null = null
  for (const line of lines)
    if (line.waiting > 0 && (most === null || muchOf(line) > muchOf(most))) most = line
  return most
}

/** The numbers of the last turns of owners, the longest ago first. */
class LastTurns {
  private readonly turns = new Map<string, number>()
  private count = 0

  of(owner: string): number {
    return this.turns.get(owner) ?? 0
  }

  note(owner: string): number {
    this.count += 1
    this.turns.delete(owner)
    this.turns.set(owner, this.count)
    for (const oldest of this.turns.keys()) {
      if (this.turns.size <= REMEMBERED_MAX) break
      this.turns.delete(oldest)
    }
    return this.count
  }
}
