import type { SiteTextPage } from '@truestrike/protocol/config-endpoints.ts'
import { isLocale } from '@truestrike/protocol/messages/locales.ts'
import { faultyField } from '../platform/app-error.ts'
import type { Bus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import { type AdminActor, CONFIG_CHANGED_SUBJECT, recordConfig } from './config-record.ts'
import { listNewestConfig } from './config-versions.store.ts'
import { cleanLines } from './profile-texts.ts'

/** What another process has changed is known here after this at the latest, though nobody told. */
const CACHE_MS = 1_000

interface TextQuery {
  page: SiteTextPage
  locale: string
}

interface ConfiguredText {
  text: string | null
  version: number
}

interface Parts {
  db: Db
  bus: Bus
  clock: Clock
}

export type SiteTextsService = ReturnType<typeof createSiteTextsService>

/** About, terms, privacy and risks in the operator's own words, a text for each language. */
export function createSiteTextsService({ db, bus, clock }: Parts) {
  const cache = new Map<string, { text: string | null; untilMs: number }>()
  const stop = bus.subscribe(CONFIG_CHANGED_SUBJECT, () => cache.clear())

  return {
    /** Null: the product's own words hold. Errors: INVALID_PARAMETERS for a language the product does not speak. */
    async get({ page, locale }: TextQuery): Promise<string | null> {
      const section = sectionOf(page, locale)
      const nowMs = clock.nowMs()
      const known = cache.get(section)
      if (known !== undefined && nowMs < known.untilMs) return known.text
      const { text } = await readVersion(db, section)
      cache.set(section, { text, untilMs: nowMs + CACHE_MS * clock.speed })
      return text
    },

    /** With its version, past the cache. Errors: as `get`. */
    async readNow({ page, locale }: TextQuery): Promise<ConfiguredText> {
      return await readVersion(db, sectionOf(page, locale))
    },

    /** By an administrator; answers what holds then, as it is stored. Errors: CONFIG_CHANGED, INVALID_PARAMETERS. */
    async change(
      actor: AdminActor,
      { version, text, ...query }: TextQuery & ConfiguredText,
    ): Promise<ConfiguredText> {
      const section = sectionOf(query.page, query.locale)
      const words = text === null ? null : cleanLines(text)
      if (words === '') throw faultyField('text', 'minLength')
      const holds = await db.tx(async (sql) => {
        const { text: before } = await readVersion(sql, section)
        const step = {
          section,
          version,
          before: { text: before },
          after: { text: words },
          nowMs: clock.nowMs(),
        }
        return { text: words, version: (await recordConfig(sql, actor, step)).version }
      })
      cache.clear()
      bus.publish(CONFIG_CHANGED_SUBJECT, {})
      return holds
    },

    close: stop,
  }
}

function sectionOf(page: SiteTextPage, locale: string): string {
  if (!isLocale(locale)) throw faultyField('locale', 'enum')
  return `text/${page}/${locale}`
}

async function readVersion(sql: Sql, section: string): Promise<ConfiguredText> {
  const [row] = await listNewestConfig(sql, [section])
  return {
    text: (row?.value as { text: string | null } | undefined)?.text ?? null,
    version: row?.version ?? 0,
  }
}
