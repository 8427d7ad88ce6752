import type { ApproximateRate, SiteInfo } from '@truestrike/protocol/account-endpoints.ts'
import type { BasicConfig } from '@truestrike/protocol/config-endpoints.ts'
import { faultyField } from '../platform/app-error.ts'
import type { Bus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import { type AdminActor, CONFIG_CHANGED_SUBJECT, recordConfig } from './config-record.ts'
import { cleanLine } from './profile-texts.ts'
import { serviceLinkFault } from './service-link.ts'
import { hasPicture } from './site-pictures.store.ts'
import { getSiteSettings, updateSiteSettings } from './site-settings.store.ts'

/** What the operator sets; the rest of the site information follows from what works. */
export interface SiteSettings {
  siteName: string
  siteDescription: string
  operatorName: string
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
  operatorName: '',
  logo: null,
  inviteCodeRequired: true,
  walletLogin: true,
  emailLogin: true,
  customerService: { enabled: false, serviceLink: '', hours: '9:00–21:00' },
}

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
  const forget = (): void => {
    cached = null
  }
  const stop = bus.subscribe(CONFIG_CHANGED_SUBJECT, forget)

  async function read(sql: Sql): Promise<SiteSettings> {
    const stored = (await getSiteSettings(sql)) as Partial<SiteSettings> | null
    const customerService = { ...DEFAULTS.customerService, ...stored?.customerService }
    return { ...DEFAULTS, ...stored, customerService }
  }

  async function get(): Promise<SiteSettings> {
    const nowMs = clock.nowMs()
    if (cached && nowMs < cached.untilMs) return cached.settings
    const settings = await read(db)
    cached = { settings, untilMs: nowMs + CACHE_MS * clock.speed }
    return settings
  }

  const told = (): void => {
    forget()
    bus.publish(CONFIG_CHANGED_SUBJECT, {})
  }

  return {
    get,
    /** As it is stored now. */
    readNow: (): Promise<SiteSettings> => read(db),
    async update(patch: Partial<SiteSettings>): Promise<void> {
      await updateSiteSettings(db, patch, clock.nowMs())
      told()
    },
    /** By an administrator; answers the version that holds. Errors: CONFIG_CHANGED, INVALID_PARAMETERS. */
    async change(actor: AdminActor, version: number, asked: BasicConfig): Promise<number> {
      const after = cleaned(asked)
      const holds = await db.tx(async (sql) => {
        if (after.logo !== null && !(await hasPicture(sql, after.logo)))
          throw faultyField('basic.logo', 'picture')
        const nowMs = clock.nowMs()
        const step = { section: 'basic', version, before: await read(sql), after, nowMs }
        const { version: recorded, isNew } = await recordConfig(sql, actor, step)
        if (isNew) await updateSiteSettings(sql, after, nowMs)
        return recorded
      })
      told()
      return holds
    },
    /** Says of the ways to sign in only what really works here. */
    async getSiteInfo(): Promise<SiteInfo> {
      const settings = await get()
      const passwordReset = mails !== null
      const emailLogin = passwordReset && settings.emailLogin
      const { serviceLink } = settings.customerService
      // One that was saved before such links were refused.
      const shownLink = serviceLinkFault(serviceLink) === null ? serviceLink : ''
      const customerService = { ...settings.customerService, serviceLink: shownLink }
      const known = rates.length === 0 ? {} : { rates: [...rates] }
      return { ...settings, customerService, emailLogin, passwordReset, fundsMode, ...known }
    },
    close: stop,
  }
}

function cleaned(asked: BasicConfig): SiteSettings {
  const { enabled, serviceLink: typed, hours } = asked.customerService
  const serviceLink = typed.trim()
  const fault = enabled || serviceLink !== '' ? serviceLinkFault(serviceLink) : null
  if (fault !== null) throw faultyField('basic.customerService.serviceLink', fault)
  const siteName = cleanLine(asked.siteName)
  if (siteName === '') throw faultyField('basic.siteName', 'minLength')
  return {
    ...asked,
    siteName,
    siteDescription: cleanLine(asked.siteDescription),
    operatorName: cleanLine(asked.operatorName),
    customerService: { enabled, serviceLink, hours: cleanLine(hours) },
  }
}
