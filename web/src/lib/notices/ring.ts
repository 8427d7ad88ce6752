import type { Notice } from '@truestrike/protocol/notice-endpoints.ts'
import { useSettings } from '../settings-store.ts'
import { loadNoticeTexts, wordNotice } from './notice-words.ts'

const SOUND = '/sounds/notification.wav'
const VOLUME = 0.5
const SHOWN_MS = 5_000

let sound: HTMLAudioElement | null = null

/** Tells of new notices: by a sound, and those of high priority by the browser, where the user allows it. */
export async function ring(fresh: readonly Notice[], onChosen: (notice: Notice) => void): Promise<void> {
  if (fresh.length === 0) return
  if (useSettings.getState().sound) play()
  const urgent = fresh.filter(({ priority }) => priority === 'high')
  if (urgent.length === 0 || globalThis.Notification?.permission !== 'granted') return
  await loadNoticeTexts().catch(() => undefined)
  for (const notice of urgent) show(notice, onChosen)
}

function play(): void {
  sound ??= new Audio(SOUND)
  sound.volume = VOLUME
  sound.currentTime = 0
  // Browsers stay silent until the page was touched once.
  sound.play().catch(() => undefined)
}

function show(notice: Notice, onChosen: (notice: Notice) => void): void {
  const { title, message } = wordNotice(notice)
  try {
    const shown = new Notification(title, { body: message, tag: `notice-${notice.id}` })
    const timer = setTimeout(() => shown.close(), SHOWN_MS)
    shown.onclick = () => {
      clearTimeout(timer)
      shown.close()
      globalThis.focus()
      onChosen(notice)
    }
  } catch {
    // Some phones allow it from a service worker only.
  }
}
