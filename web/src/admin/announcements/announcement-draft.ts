import {
  type Announcement,
  createAnnouncement,
  editAnnouncement,
  publishAnnouncement,
} from '@truestrike/protocol/announcement-endpoints.ts'
import { useState } from 'react'
import { newRequestId } from '../../lib/new-request-id.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { adminCall } from '../frame/admin-session.store.ts'

export type Language = Announcement['fallback']
export type Draft = Pick<Announcement, 'texts' | 'fallback' | 'fromMs' | 'toMs' | 'mail'>

const MINUTE_MS = 60_000
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS

/** From now on, for a week. */
function emptyDraft(): Draft {
  const fromMs = Math.ceil(serverClock.nowMs() / MINUTE_MS) * MINUTE_MS
  return { texts: {}, fallback: 'en-US', fromMs, toMs: fromMs + WEEK_MS, mail: null }
}

/** Languages with a title or a text; the server takes those with both. */
function sendable({ texts, ...rest }: Draft): Draft {
  const worded = Object.entries(texts).filter(
    ([, words]) => words.title.trim() !== '' || words.text.trim() !== '',
  )
  return { ...rest, texts: Object.fromEntries(worded) }
}

/** What is missing before it can be kept; null: nothing. */
function faultOf(draft: Draft): 'half' | 'fallback' | 'period' | null {
  const { texts, fallback, fromMs, toMs } = sendable(draft)
  if (Object.values(texts).some(({ title, text }) => title.trim() === '' || text.trim() === '')) return 'half'
  if (texts[fallback] === undefined) return 'fallback'
  return toMs > fromMs ? null : 'period'
}

/** A draft while it is written; `announcement`: the one that is kept already. */
export function useDraft(announcement: Announcement | null) {
  const [requestId] = useState(newRequestId)
  const [draft, setDraft] = useState<Draft>(() => {
    if (announcement === null) return emptyDraft()
    const { texts, fallback, fromMs, toMs, mail } = announcement
    return { texts, fallback, fromMs, toMs, mail }
  })
  const change = (changes: Partial<Draft>): void => setDraft((now) => ({ ...now, ...changes }))
  const word = (language: Language, words: Partial<{ title: string; text: string }>): void =>
    setDraft(({ texts, ...now }) => ({
      ...now,
      texts: { ...texts, [language]: { ...{ title: '', text: '' }, ...texts[language], ...words } },
    }))
  const save = async (): Promise<Announcement> => {
    const content = sendable(draft)
    if (announcement === null)
      return (await adminCall(createAnnouncement, { body: { requestId, ...content } })).announcement
    const { id, version } = announcement
    return (await adminCall(editAnnouncement, { params: { id }, body: { version, ...content } })).announcement
  }
  const publish = async (): Promise<Announcement> => {
    const { id, version } = await save()
    return (await adminCall(publishAnnouncement, { params: { id }, body: { version } })).announcement
  }
  return { draft, change, word, save, publish, fault: faultOf(draft) }
}
