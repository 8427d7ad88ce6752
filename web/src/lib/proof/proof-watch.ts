import { readStored } from '../browser-storage.ts'
import { whenIdle } from '../when-idle.ts'
import { followAlarms } from './history-alarm.ts'
import { KEPT_MARK, onProofMail } from './proof-mail.ts'

const load = () => import('./proof-kit.ts')

let begun = false

/** Brings the keeper when the page has nothing better to do: never before its first paint, and not without network. */
function begin(): void {
  if (begun) return
  begun = true
  whenIdle(() => {
    if (!navigator.onLine) {
      begun = false
      return
    }
    load()
      .then(({ keepProofs }) => keepProofs())
      .catch(() => {
        begun = false
      })
  })
}

/** The code that verifies, and what this browser keeps. */
export async function loadProofKit() {
  const { openProofKit } = await load()
  return openProofKit()
}

/** Keeps an eye on the site's log from here on. */
export function followLog(): void {
  followAlarms()
  onProofMail(begin)
  if (readStored(KEPT_MARK) !== null) begin()
}
