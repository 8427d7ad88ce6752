import type { ApproximateRate, SiteInfo } from '@truestrike/protocol/account-endpoints.ts'
import type { Bus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { getSiteSettings, updateSiteSettings } from './site-settings.store.ts'

/** What the operator sets; the rest of the site information follows from what works. */
export interface SiteSettings {
  siteName: string
  siteDescription: string
  logo: string | null
  inviteCodeRequired: boolean
  /** Whether wallets may sign in. */
  walletLogin: boolean
  /** Sign-in by a code that is mailed; offered only where mails are sent. */
  emailLogin: boolean
  customerService: { enabled: boolean; serviceLink: string; hours: string }
}

const DEFAULTS: SiteSettings = {
  siteName: 'CRYPTO TRADE',
  siteDescription: '',
  logo: null,
  inviteCodeRequired: true,
  walletLogin: true,
  emailLogin: true,
  customerService: { enabled: false, serviceLink: '', hours: '9:00–21:00' },
}

const CHANGED = 'settings.changed'
/** Another process may change a setting without this one hearing of it: read anew at least this often. */
const CACHE_MS = 1000

interface Parts {
  db: Db
  clock: Clock
  bus: Bus
  fundsMode: 'test' | 'live'
  /** Null: this site sends no mails. */
  mails: object | null
  rates?: readonly ApproximateRate[]
}

export type SiteSettingsService = ReturnType<typeof createSiteSettingsService>

export function createSiteSettingsService({ db, clock, bus, fundsMode, mails, rates = [] }: Parts) {
  let cached: { settings: SiteSettings; untilMs: number } | null = null
  const stop = bus.subscribe(CHANGED, () => {
    cached = null
  })

  async function get(): Promise<SiteSettings> {
    const nowMs = clock.nowMs()
    if (cached && nowMs < cached.untilMs) return cached.settings
    const stored = (await getSiteSettings(db)) as Partial<SiteSettings> | null
    const customerService = { ...DEFAULTS.customerService, ...stored?.customerService }
    const settings = { ...DEFAULTS, ...stored, customerService }
    cached = { settings, untilMs: nowMs + CACHE_MS * clock.speed }
    return settings
  }

  return {
    get,
    async update(patch: Partial<SiteSettings>): Promise<void> {
      await updateSiteSettings(db, patch, clock.nowMs())
      cached = null
      bus.publish(CHANGED, {})
    },
    /** Says of the ways to sign in only what really works here. */
    async getSiteInfo(): Promise<SiteInfo> {
      const settings = await get()
      const passwordReset = mails !== null
      const emailLogin = passwordReset && settings.emailLogin
      const known = rates.length === 0 ? {} : { rates: [...rates] }
      return { ...settings, emailLogin, passwordReset, fundsMode, ...known }
    },
    close: stop,
  }
}
