import {
  clearNotices,
  deleteNotice,
  listNotices,
  type Notice,
  readAllNotices,
  readNotice,
} from '@truestrike/protocol/notice-endpoints.ts'
import { call } from '../api-client.ts'
import { ApiError } from '../api-error.ts'
import { useNotices } from '../notices-store.ts'
import { localNowMs, serverClock } from '../server-clock.ts'
import { useSession } from '../session-store.ts'
import { type ChangeBox, changeBox } from './notice-database.ts'
import {
  applyMarks,
  type Box,
  cleared,
  type Mark,
  purgeNotices,
  released,
  takePage,
  uncleared,
  undoableMs,
  withMark,
  withoutMark,
} from './notice-rules.ts'

const QUIET = { toast: false }
/** To a server that is there and could not take a mark; one that comes back is asked at once. */
const RETRY_MS = 30_000

/** Between the tabs of a browser: what is kept has changed. */
const tabs = typeof BroadcastChannel === 'function' ? new BroadcastChannel('notices') : null

const uidNow = (): string | undefined => useSession.getState().user?.uid

/** Ends the time in which clearing can be undone. */
let release: ReturnType<typeof setTimeout> | null = null

function show(box: Box): void {
  const leftMs = undoableMs(box, localNowMs())
  useNotices.setState({ items: box.notices, undoable: leftMs !== null })
  if (release !== null) clearTimeout(release)
  release = leftMs === null ? null : setTimeout(() => void finishClear(localNowMs()), leftMs)
}

/** Changes what is kept, here and in other tabs; answers what was not there before. */
async function keepBox(change: ChangeBox): Promise<Notice[]> {
  const uid = uidNow()
  if (uid === undefined) return []
  const { before, after } = await changeBox(uid, change)
  if (uidNow() !== uid) return []
  show(after)
  tabs?.postMessage(uid)
  const known = new Set(before.map(({ id }) => id))
  return after.notices.filter(({ id }) => !known.has(id))
}

/** As `keepBox`; what was read or deleted here stays so until the server has heard of it. */
export function keepNotices(change: (known: readonly Notice[]) => Notice[]): Promise<Notice[]> {
  return keepBox(({ notices, marks }) => ({ notices: applyMarks(change(notices), marks), marks }))
}

/** Follows what other tabs keep. Returns the way to stop. */
export function followTabs(): () => void {
  const reread = async ({ data }: MessageEvent): Promise<void> => {
    const uid = uidNow()
    if (uid === undefined || data !== uid) return
    show((await changeBox(uid, (box) => box)).after)
  }
  const listener = (event: MessageEvent): void => void reread(event)
  tabs?.addEventListener('message', listener)
  return () => {
    tabs?.removeEventListener('message', listener)
    for (const timer of [retry, release]) if (timer !== null) clearTimeout(timer)
    retry = release = null
  }
}

/**
 * One talk with the server after another, over all tabs: a page that was asked for before a mark was sent would bring
 * back what the mark deleted.
 */
let talks: Promise<unknown> = Promise.resolve()
function inTurn(talk: () => Promise<void>): Promise<void> {
  // Browsers have locks on secure pages only; elsewhere each tab is for itself.
  const locks: LockManager | null | undefined = globalThis.navigator.locks
  const turn = talks.then(async () => {
    await (locks?.request('notices', talk) ?? talk())
  })
  talks = turn.catch(() => undefined)
  return turn
}

const send = ({ what, id, through }: Mark) => {
  if (through)
    return call(what === 'read' ? readAllNotices : clearNotices, { body: { throughId: id } }, QUIET)
  return what === 'read'
    ? call(readNotice, { params: { id }, body: {} }, QUIET)
    : call(deleteNotice, { params: { id } }, QUIET)
}

/** The server heard it and will not have it. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 429].includes(error.status)

let retry: ReturnType<typeof setTimeout> | null = null

/** Tells the server what it has not heard of. Whoever tells it twice does no harm. False: not all of it was taken. */
async function sendMarks(): Promise<boolean> {
  const uid = uidNow()
  let taken = true
  while (uid !== undefined && uidNow() === uid) {
    const { marks } = (await changeBox(uid, (box) => box)).after
    const mark = marks.find(({ held }) => held === undefined)
    if (mark === undefined) return taken
    // A mark up to a number would be one for whoever has signed in meanwhile.
    if (uidNow() !== uid) return false
    try {
      await send(mark)
    } catch (error) {
      taken = false
      if (!isRefused(error)) {
        retry ??= setTimeout(() => {
          retry = null
          void fetchNotices()
        }, RETRY_MS)
        return false
      }
    }
    // Whoever signed out meanwhile has left nothing behind.
    if (uidNow() === uid) await changeBox(uid, (box) => withoutMark(box, mark))
  }
  return taken
}

async function takeNewest(): Promise<void> {
  const uid = uidNow()
  const kept = uid === undefined ? [] : (await changeBox(uid, (box) => box)).after.notices
  const askedWith = new Set(kept.map(({ id }) => id))
  const page = await call(listNotices, {}, QUIET).catch(() => null)
  // Another tab may have signed somebody else in meanwhile.
  if (uidNow() !== uid) return
  await keepNotices((known) => {
    const items = page === null ? [...known] : takePage(known, askedWith, page)
    if (serverClock.isSet()) return purgeNotices(items, serverClock.nowMs())
    // A server that does not answer does not tell the time either.
    return page === null ? purgeNotices(items, localNowMs()) : items
  })
}

/** Tells the server what was done here, and takes what it has: those missed, and what other browsers have read or deleted. */
export function fetchNotices(): Promise<void> {
  return inTurn(async () => {
    await sendMarks()
    await takeNewest()
  })
}

/** The server follows, now or when it is there again. Refused, its state is asked for. */
function tell(): Promise<void> {
  return inTurn(async () => {
    if (!(await sendMarks())) await takeNewest()
  })
}

/** Shown at once and kept. */
async function act(mark: Mark): Promise<void> {
  await keepBox((box) => withMark(box, mark))
  await tell()
}

export const markNoticeRead = (id: string): Promise<void> => act({ what: 'read', id, through: false })

export const removeNotice = (id: string): Promise<void> => act({ what: 'deleted', id, through: false })

const newestId = (): string | undefined => useNotices.getState().items[0]?.id

/** All that are shown; what comes meanwhile stays as it is. */
export async function markAllNoticesRead(): Promise<void> {
  const id = newestId()
  if (id !== undefined) await act({ what: 'read', id, through: true })
}

/** So are all that are shown cleared: at once, over reloads and in every tab. It can be undone for a while, wherever they are shown. */
export async function clearNoticesShown(): Promise<void> {
  const id = newestId()
  if (id !== undefined) await keepBox((box) => cleared(box, id, localNowMs()))
}

/** Brings back what was cleared, unless its time is over. */
export async function undoClear(): Promise<void> {
  await keepBox(uncleared)
}

/** What was cleared before its time is over by then is so for good, and told. */
export async function finishClear(nowMs: number): Promise<void> {
  await keepBox((box) => released(box, nowMs))
  await tell()
}
