import type {
  ConfigChange,
  ConfigSection,
  ConfigVersion,
  SiteTextPage,
  SystemConfig,
} from '@truestrike/protocol/config-endpoints.ts'
import { CONFIG_SECTIONS } from '@truestrike/protocol/config-endpoints.ts'
import type { Accounts } from '../accounts/accounts.module.ts'
import { type ConfigVersionRow, readConfigHistory, readNewestConfig } from '../accounts/config-history.ts'
import type { Config } from '../config.ts'
import type { Funds } from '../funds/funds.module.ts'
import type { Another } from '../platform/acts-of-two.ts'
import type { Db } from '../platform/db.ts'
import { parseRowId } from '../platform/row-id.ts'
import type { Trading } from '../trading/trading.module.ts'
import { changedFields } from './changed-fields.ts'

const PAGE_DEFAULT = 20

export interface SystemConfigParts {
  db: Db
  config: Pick<Config, 'funds' | 'mail' | 'market'>
  accounts: Pick<Accounts, 'settings' | 'texts' | 'mailSender' | 'sitePictures'>
  funds: Pick<Funds, 'rulesConfig' | 'methodsConfig' | 'secondAdminLimit'>
  trading: Pick<Trading, 'config'>
  administrators: { namesOf(ids: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> }
}

interface HistoryQuery {
  section?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** The whole configuration as the back office shows it; each part is changed where it belongs. */
export function createSystemConfigService(parts: SystemConfigParts) {
  const { db, config, accounts, funds, trading, administrators } = parts
  const namesOf = (rows: readonly ConfigVersionRow[]) =>
    administrators.namesOf([...new Set(rows.map(({ adminId }) => adminId))])

  return {
    /** `second`: whether what takes two of them can be proposed. */
    async get(second: Another): Promise<SystemConfig> {
      const newest = await readNewestConfig(db)
      const names = await namesOf(newest)
      const versionOf = (section: ConfigSection): ConfigVersion => {
        const row = newest.find((each) => each.section === section)
        if (row === undefined) return { version: 0, changedMs: null, changedBy: null }
        const changedBy = names.get(row.adminId) ?? null
        return { version: row.version, changedMs: Number(row.createdMs), changedBy }
      }
      const versions = Object.fromEntries(
        CONFIG_SECTIONS.map((section) => [section, versionOf(section)]),
      ) as SystemConfig['versions']
      return {
        basic: await accounts.settings.readNow(),
        funds: await funds.rulesConfig.readNow(),
        methods: await funds.methodsConfig.readNow(),
        trading: await trading.config.readNow(),
        mail: await accounts.mailSender.readNow(),
        texts: newest.flatMap(textOf),
        versions,
        ...{ hasSecondAdmin: second.available, secondAdminFromMs: second.fromMs },
        environment: environmentOf(config),
      }
    },

    async history({ section, cursor, limit = PAGE_DEFAULT }: HistoryQuery) {
      const beforeId = parseRowId(cursor)
      const rows = await readConfigHistory(db, { section: section ?? null, beforeId, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const names = await namesOf(page)
      const changes = page.map(
        (row): ConfigChange => ({
          ...{
            id: row.id.toString(),
            section: row.section,
            version: row.version,
            atMs: Number(row.createdMs),
          },
          by: names.get(row.adminId) ?? '',
          fields: changedFields(row.before, row.value),
        }),
      )
      return { changes, nextCursor: rows.length > limit ? (page.at(-1)?.id.toString() ?? null) : null }
    },
  }
}

/** One in the operator's words; given back to the product's own, none. */
function textOf({ section, version, value, createdMs }: ConfigVersionRow): SystemConfig['texts'] {
  const [kind, page, locale] = section.split('/')
  const { text } = value as { text?: string | null }
  if (kind !== 'text' || page === undefined || locale === undefined) return []
  const length = text?.length ?? 0
  return [{ page: page as SiteTextPage, locale, version, length, changedMs: Number(createdMs) }]
}

/** Whether there is a password, never which. */
function environmentOf({ funds, mail, market }: SystemConfigParts['config']): SystemConfig['environment'] {
  const url = mail.kind === 'smtp' ? new URL(mail.url) : null
  return {
    fundsMode: funds.mode,
    licenceName: funds.licenceName,
    allowedCountries: [...funds.allowedCountries],
    source: market.feed,
    mail: {
      kind: mail.kind,
      server: url?.host ?? null,
      hasUser: url !== null && url.username !== '',
      hasPassword: url !== null && url.password !== '',
      from: mail.kind === 'none' ? null : mail.from,
    },
  }
}
