import type { SiteSettings } from '../src/accounts/site-settings.service.ts'
import { updateSiteSettings } from '../src/accounts/site-settings.store.ts'
import type { TestApp } from './test-app.ts'

/** Longer than any process keeps what it has read of them. */
const KEPT_MS = 1_001

export async function setSite({ db, clock }: TestApp, patch: Partial<SiteSettings>): Promise<void> {
  await updateSiteSettings(db, patch, clock.nowMs())
  await clock.advance(KEPT_MS)
}
