import { writeStored } from '../browser-storage.ts'
import { forgetAlarms, KEPT_TOTALS, SITE_KEYS } from './history-alarm.ts'
import { KEPT_MARK } from './proof-mail.ts'
import { loadProofKit } from './proof-watch.ts'

/** Forgets keys, headers, acceptances, signed totals and warnings: the site then begins anew in this browser. */
export async function forgetProofs(): Promise<void> {
  const { store, links } = await loadProofKit()
  await store.clear()
  links.clear()
  writeStored(SITE_KEYS, null)
  writeStored(KEPT_MARK, null)
  writeStored(KEPT_TOTALS, null)
  forgetAlarms()
}
