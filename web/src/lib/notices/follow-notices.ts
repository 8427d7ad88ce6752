import i18next from 'i18next'
import { readStored } from '../browser-storage.ts'
import { useConnections } from '../connection-store.ts'
import { onNotices } from '../notice-events.ts'
import { useNotices } from '../notices-store.ts'
import { useSession } from '../session-store.ts'
import { SOUND_KEY, useSettings } from '../settings-store.ts'
import { useSignOutQuestion } from '../sign-out.ts'
import { fetchNotices, finishClear, followTabs, keepNotices, markNoticeRead } from './notice-actions.ts'
import { forgetNotices } from './notice-database.ts'
import { addNotices } from './notice-rules.ts'
import { ring } from './ring.ts'

/** Time for a tab that is heard to keep a notice first. */
const AFTER_OTHERS_MS = 300

/** A tab in the background, or one that was never touched, may have to stay silent. */
const isHeard = (): boolean =>
  document.visibilityState === 'visible' && navigator.userActivation?.hasBeenActive !== false

/** Keeps the signed-in user's notices. Returns the way to stop. */
export function followNotices(): () => void {
  let stopped = false
  const leave = [
    followTabs(),
    followSound(),
    followLanguage(),
    onNotices(async (items) => {
      // Of several tabs the one that kept it first tells of it: one that is heard, if there is any.
      if (!isHeard()) await new Promise((resolve) => setTimeout(resolve, AFTER_OTHERS_MS))
      if (stopped) return
      const fresh = await keepNotices((known) => addNotices(known, items))
      await ring(fresh, ({ id }) => void markNoticeRead(id))
    }),
    useConnections.subscribe(({ general }, before) => {
      if (general.phase === 'open' && before.general.phase !== 'open') void fetchNotices()
    }),
    // Once signed out nobody could tell the server any more.
    useSignOutQuestion.subscribe(({ open }) => {
      if (open) void finishClear(Number.POSITIVE_INFINITY)
    }),
  ]
  // What is kept stands before the server answers, and without one.
  void keepNotices((known) => [...known]).then(fetchNotices)
  return () => {
    stopped = true
    for (const stop of leave) stop()
    leaveNone()
  }
}

/** Whoever signs out leaves none behind, also of an earlier page that kept some. */
export function leaveNone(): void {
  useNotices.setState({ items: [], undoable: false })
  if (useSession.getState().token === null) void forgetNotices()
}

/** Announcements come worded: in another language they are asked for anew. */
function followLanguage(): () => void {
  const ask = (): void => void fetchNotices()
  i18next.on('languageChanged', ask)
  return () => i18next.off('languageChanged', ask)
}

/** Switched in one tab, it is so in all. */
function followSound(): () => void {
  const follow = ({ key }: StorageEvent): void => {
    if (key === SOUND_KEY) useSettings.setState({ sound: readStored(SOUND_KEY) !== 'false' })
  }
  globalThis.addEventListener('storage', follow)
  return () => globalThis.removeEventListener('storage', follow)
}
