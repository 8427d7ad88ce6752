import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'

/** Kept at most; over it the oldest read one goes, else the oldest. */
const NOTICES_MAX = 50
const READ_KEPT_MS = 7 * 24 * 3_600_000

type Notices = readonly Notice[]

/** Read or deleted here, until the server has heard of it: one, or all up to it. */
export interface Mark {
  what: 'read' | 'deleted'
  id: string
  through: boolean
  /** What it took away, and until when that can be brought back, ms of this browser's clock. The server hears of it afterwards. */
  held?: { notices: Notices; untilMs: number }
}

/** What a browser keeps of one user. */
export interface Box {
  notices: Notices
  marks: readonly Mark[]
}

const byNewest = (a: Notice, b: Notice): number => Number(BigInt(b.id) - BigInt(a.id))

/** Adds notices, each once, newest first, and drops what is too much. What was read stays read. */
export function addNotices(known: Notices, fresh: Notices): Notice[] {
  const byId = new Map(known.map((notice) => [notice.id, notice]))
  for (const notice of fresh) {
    byId.set(notice.id, { ...notice, read: notice.read || byId.get(notice.id)?.read === true })
  }
  const items = [...byId.values()].sort(byNewest)
  while (items.length > NOTICES_MAX) {
    const oldestRead = items.findLastIndex((notice) => notice.read)
    items.splice(oldestRead === -1 ? items.length - 1 : oldestRead, 1)
  }
  return items
}

/**
 * The server's newest page: what it does not name in its span was deleted elsewhere, unless it was not known yet when the
 * page was asked for.
 */
export function takePage(
  known: Notices,
  askedWith: ReadonlySet<string>,
  { notices, more }: { notices: Notices; more: boolean },
): Notice[] {
  const oldest = notices.at(-1)
  const named = new Set(notices.map(({ id }) => id))
  const stays = known.filter((notice) => {
    if (!askedWith.has(notice.id) || named.has(notice.id)) return true
    return more && oldest !== undefined && byNewest(notice, oldest) > 0
  })
  return addNotices(stays, notices)
}

/** Without those read that are older than seven days. */
export function purgeNotices(known: Notices, nowMs: number): Notice[] {
  return known.filter(({ read, timeMs }) => !read || nowMs - timeMs <= READ_KEPT_MS)
}

const isSame = (one: Mark, other: Mark): boolean =>
  one.what === other.what && one.id === other.id && one.through === other.through

/** As they are seen here, whatever the server still says. */
export function applyMarks(notices: Notices, marks: readonly Mark[]): Notice[] {
  const isMarked = (notice: Notice, what: Mark['what']): boolean =>
    marks.some(
      (mark) =>
        mark.what === what && (mark.through ? BigInt(notice.id) <= BigInt(mark.id) : notice.id === mark.id),
    )
  return notices
    .filter((notice) => !isMarked(notice, 'deleted'))
    .map((notice) => (!notice.read && isMarked(notice, 'read') ? { ...notice, read: true } : notice))
}

/** Marked here, and to be told; the same mark is told once. */
export const withMark = ({ notices, marks }: Box, mark: Mark): Box => ({
  notices: applyMarks(notices, [mark]),
  marks: [...marks.filter((each) => !isSame(each, mark)), mark],
})

/** How long clearing all can be undone, ms. */
const UNDO_MS = 8_000

/** All up to this one are gone, and can be brought back for a while. */
export function cleared({ notices, marks }: Box, id: string, nowMs: number): Box {
  const mark: Mark = { what: 'deleted', id, through: true }
  const stays = applyMarks(notices, [mark])
  const gone = notices.filter((notice) => !stays.includes(notice))
  return { notices: stays, marks: [...marks, { ...mark, held: { notices: gone, untilMs: nowMs + UNDO_MS } }] }
}

/** As before all were cleared, as far as that can still be undone. */
export function uncleared({ notices, marks }: Box): Box {
  const gone = marks.flatMap(({ held }) => held?.notices ?? [])
  const others = marks.filter(({ held }) => held === undefined)
  return { notices: applyMarks(addNotices(notices, gone), others), marks: others }
}

/** For how long clearing can still be undone, ms; null: nothing can be. */
export function undoableMs({ marks }: Box, nowMs: number): number | null {
  const leftMs = marks.flatMap(({ held }) => (held === undefined ? [] : [held.untilMs - nowMs]))
  // Further ahead than ever: the clock was set back since.
  return leftMs.length === 0 ? null : Math.min(UNDO_MS, Math.max(0, ...leftMs))
}

/** What was cleared and can be undone no more is to be told. */
export function released({ notices, marks }: Box, nowMs: number): Box {
  const isOver = ({ untilMs }: { untilMs: number }) => nowMs >= untilMs || untilMs - nowMs > UNDO_MS
  return {
    notices,
    marks: marks.map(({ held, ...mark }) => (held === undefined || isOver(held) ? mark : { ...mark, held })),
  }
}

/** The server has heard of it. */
export const withoutMark = ({ notices, marks }: Box, mark: Mark): Box => ({
  notices,
  marks: marks.filter((each) => !isSame(each, mark)),
})
