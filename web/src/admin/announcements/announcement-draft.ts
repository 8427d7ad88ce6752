import {
  type Announcement,
  createAnnouncement,
  editAnnouncement,
} from '@truestrike/protocol/announcement-endpoints.ts'
import { useRef, useState } from 'react'
import { newRequestId } from '../../lib/new-request-id.ts'
import { serverClock } from '../../lib/server-clock.ts'
import { adminCall } from '../frame/admin-session.store.ts'
import type { Base } from '../settings/use-base.ts'

export type Language = Announcement['fallback']
type Content = Pick<Announcement, 'texts' | 'fallback' | 'fromMs' | 'toMs' | 'mail'>
/** Null: the time in its field cannot be read, or there is none. */
export type Draft = Omit<Content, 'fromMs' | 'toMs'> & { fromMs: number | null; toMs: number | null }

const MINUTE_MS = 60_000
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS

/** From now on, for a week. */
function emptyDraft(): Draft {
  const fromMs = Math.ceil(serverClock.nowMs() / MINUTE_MS) * MINUTE_MS
  return { texts: {}, fallback: 'en-US', fromMs, toMs: fromMs + WEEK_MS, mail: null }
}

/** Languages with a title or a text; the server takes those with both. */
function worded({ texts }: Draft): Draft['texts'] {
  return Object.fromEntries(
    Object.entries(texts).filter(([, words]) => words.title.trim() !== '' || words.text.trim() !== ''),
  )
}

/** What the server is sent, or what is missing before it can be kept. */
function checked(draft: Draft): Content | 'half' | 'fallback' | 'time' | 'period' {
  const { fallback, fromMs, toMs } = draft
  const texts = worded(draft)
  if (Object.values(texts).some(({ title, text }) => title.trim() === '' || text.trim() === '')) return 'half'
  if (texts[fallback] === undefined) return 'fallback'
  if (fromMs === null || toMs === null) return 'time'
  return toMs > fromMs ? { ...draft, texts, fromMs, toMs } : 'period'
}

/** A draft while it is written, over the one that is kept already, if any. */
export function useDraft({ base: announcement, version, touch }: Base<Announcement | null>) {
  const request = useRef({ of: '', id: '' })
  /** Sent again it is kept once; other words, of which the answer may have been lost, are another request. */
  const requestIdOf = (content: Content): string => {
    const of = JSON.stringify(content)
    if (request.current.of !== of) request.current = { of, id: newRequestId() }
    return request.current.id
  }
  const [draft, setDraft] = useState<Draft>(() => {
    if (announcement === null) return emptyDraft()
    const { texts, fallback, fromMs, toMs, mail } = announcement
    return { texts, fallback, fromMs, toMs, mail }
  })
  const change = (changes: Partial<Draft>): void => {
    touch()
    setDraft((now) => ({ ...now, ...changes }))
  }
  const word = (language: Language, words: Partial<{ title: string; text: string }>): void => {
    touch()
    setDraft(({ texts, ...now }) => ({
      ...now,
      texts: { ...texts, [language]: { ...{ title: '', text: '' }, ...texts[language], ...words } },
    }))
  }
  const send = async (content: Content): Promise<Announcement> => {
    if (announcement === null) {
      const requestId = requestIdOf(content)
      return (await adminCall(createAnnouncement, { body: { requestId, ...content } })).announcement
    }
    const { id } = announcement
    return (await adminCall(editAnnouncement, { params: { id }, body: { version, ...content } })).announcement
  }
  const content = checked(draft)
  return typeof content === 'string'
    ? { draft, change, word, save: null, fault: content }
    : { draft, change, word, save: () => send(content), fault: null }
}
