import { readStored } from '../browser-storage.ts'
import { useConnections } from '../connection-store.ts'
import { onNotices } from '../notice-events.ts'
import { useNotices } from '../notices-store.ts'
import { useSession } from '../session-store.ts'
import { SOUND_KEY, useSettings } from '../settings-store.ts'
import { fetchNotices, followTabs, keepNotices, markNoticeRead } from './notice-actions.ts'
import { forgetNotices } from './notice-database.ts'
import { addNotices } from './notice-rules.ts'
import { ring } from './ring.ts'

/** Keeps the signed-in user's notices. Returns the way to stop; whoever signs out leaves none behind. */
export function followNotices(): () => void {
  const leave = [
    followTabs(),
    followSound(),
    onNotices(async (items) => {
      // Of several tabs the one that kept it first tells of it.
      const fresh = await keepNotices((known) => addNotices(known, items))
      await ring(fresh, ({ id }) => void markNoticeRead(id))
    }),
    useConnections.subscribe(({ general }, before) => {
      if (general.phase === 'open' && before.general.phase !== 'open') void fetchNotices()
    }),
  ]
  // What is kept stands before the server answers, and without one.
  void keepNotices((known) => [...known]).then(fetchNotices)
  return () => {
    for (const stop of leave) stop()
    useNotices.setState({ items: [] })
    if (useSession.getState().token === null) void forgetNotices()
  }
}

/** Switched in one tab, it is so in all. */
function followSound(): () => void {
  const follow = ({ key }: StorageEvent): void => {
    if (key === SOUND_KEY) useSettings.setState({ sound: readStored(SOUND_KEY) !== 'false' })
  }
  globalThis.addEventListener('storage', follow)
  return () => globalThis.removeEventListener('storage', follow)
}
