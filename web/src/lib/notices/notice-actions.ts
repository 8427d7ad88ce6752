import type { Endpoint } from '@truestrike/protocol/endpoint.ts'
import {
  clearNotices,
  deleteNotice,
  listNotices,
  type Notice,
  readAllNotices,
  readNotice,
} from '@truestrike/protocol/notice-endpoints.ts'
import { type CallInput, call } from '../api-client.ts'
import { useNotices } from '../notices-store.ts'
import { serverClock } from '../server-clock.ts'
import { useSession } from '../session-store.ts'
import { type ChangeNotices, changeNotices } from './notice-database.ts'
import { purgeNotices, takePage } from './notice-rules.ts'

/** Between the tabs of a browser: what is kept has changed. */
const tabs = typeof BroadcastChannel === 'function' ? new BroadcastChannel('notices') : null

/** Changes what is kept, here and in other tabs; answers what was not there before. */
export async function keepNotices(change: ChangeNotices): Promise<Notice[]> {
  const uid = useSession.getState().user?.uid
  if (uid === undefined) return []
  const { before, after } = await changeNotices(uid, change)
  if (useSession.getState().user?.uid !== uid) return []
  useNotices.setState({ items: after })
  tabs?.postMessage(uid)
  const known = new Set(before.map(({ id }) => id))
  return after.filter(({ id }) => !known.has(id))
}

/** Follows what other tabs keep. Returns the way to stop. */
export function followTabs(): () => void {
  const reread = async ({ data }: MessageEvent): Promise<void> => {
    const uid = useSession.getState().user?.uid
    if (uid === undefined || data !== uid) return
    useNotices.setState({ items: (await changeNotices(uid, (known) => [...known])).after })
  }
  const listener = (event: MessageEvent): void => void reread(event)
  tabs?.addEventListener('message', listener)
  return () => tabs?.removeEventListener('message', listener)
}

/** What the server has: those missed while away, and what other browsers have read or deleted. */
export async function fetchNotices(): Promise<void> {
  const page = await call(listNotices, {}, { toast: false }).catch(() => null)
  if (page === null) return
  await keepNotices((known) => {
    const items = takePage(known, page)
    return serverClock.isSet() ? purgeNotices(items, serverClock.nowMs()) : items
  })
}

/** Shown at once; the server follows. Refused, its state is asked for. */
async function act<Q, B, R>(
  change: ChangeNotices,
  endpoint: Endpoint<Q, B, R>,
  input: CallInput<Q, B>,
): Promise<void> {
  await keepNotices(change)
  await call(endpoint, input).catch(fetchNotices)
}

export function markNoticeRead(id: string): Promise<void> {
  const change: ChangeNotices = (known) =>
    known.map((notice) => (notice.id === id ? { ...notice, read: true } : notice))
  return act(change, readNotice, { params: { id }, body: {} })
}

export function removeNotice(id: string): Promise<void> {
  return act((known) => known.filter((notice) => notice.id !== id), deleteNotice, { params: { id } })
}

/** All that are shown; what comes meanwhile stays as it is. */
export async function markAllNoticesRead(): Promise<void> {
  const throughId = useNotices.getState().items[0]?.id
  if (throughId === undefined) return
  const change: ChangeNotices = (known) =>
    known.map((notice) => (BigInt(notice.id) <= BigInt(throughId) ? { ...notice, read: true } : notice))
  await act(change, readAllNotices, { body: { throughId } })
}

export async function removeAllNotices(): Promise<void> {
  const throughId = useNotices.getState().items[0]?.id
  if (throughId === undefined) return
  const change: ChangeNotices = (known) => known.filter(({ id }) => BigInt(id) > BigInt(throughId))
  await act(change, clearNotices, { body: { throughId } })
}
