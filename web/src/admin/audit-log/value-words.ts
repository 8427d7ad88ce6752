import { formatMicros } from '@truestrike/core/money.ts'
import type { AuditEntry } from '@truestrike/protocol/audit-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../lib/duration-format.ts'
import { isLocale, LOCALES } from '../../lib/locale.ts'
import { formatIfMoney } from '../../lib/money-format.ts'
import { pairText } from '../../lib/pair-name.ts'
import { formatBps } from '../../lib/price-format.ts'
import { formatMoneySignedExact } from '../../lib/signed-exact-money.ts'
import { formatDayAndClock, formatTime } from '../../lib/time-format.ts'
import { CONFIG_NAMES, NAMES, NAMES_OF, VALUE_TEXTS, VALUES, VALUES_OF } from './value-keys.ts'

type Entry = Pick<AuditEntry, 'action' | 'subject' | 'people'>

const WHOLE = /^-?[0-9]+$/
const MINUTES = 60
const DAY_MS = 86_400_000
/** 1 November 2026. */
const SUNDAY_MS = Date.UTC(2026, 10, 1)

const ownKey = (keys: Readonly<Record<string, string>> | undefined, name: string): string | undefined =>
  keys !== undefined && Object.hasOwn(keys, name) ? keys[name] : undefined

/** What is not said in words of the catalogue, but has a form that is read more easily. */
function formatValue(name: string, text: string): string {
  if (name === 'symbol' || name === 'symbols') return pairText(text)
  if (name === 'fallback' && isLocale(text)) return LOCALES[text].name
  if (name === 'proposal') return `P${text}`
  if (!WHOLE.test(text)) return formatIfMoney(text)
  if (name === 'micros' || name.endsWith('Micros')) return formatMoneySignedExact(formatMicros(BigInt(text)))
  const number = Number(text)
  if (name.endsWith('Bps')) return formatBps(number)
  if (name.endsWith('Day'))
    return formatTime(SUNDAY_MS + number * DAY_MS, { weekday: 'long', timeZone: 'UTC' })
  if (name.endsWith('Minute'))
    return [Math.floor(number / MINUTES), number % MINUTES]
      .map((part) => String(part).padStart(2, '0'))
      .join(':')
  if (name === 'durationSeconds') return formatDuration(number)
  if (!name.endsWith('Ms')) return text
  return text.length === 13 ? formatDayAndClock(number) : `${number / 1_000} s`
}

/** Names and values of an entry in words; what this version has no words for is shown as it is. */
export function useValueWords({ action, subject, people }: Entry) {
  const { t } = useTranslation(['admin-access', 'admin', ...VALUE_TEXTS])
  const noun = action.split('.')[0] ?? ''
  const section = action === 'config.change' ? (subject.replace('config:', '').split('/')[0] ?? '') : null
  const nameOf = (name: string): string => {
    if (WHOLE.test(name)) return String(Number(name) + 1)
    if (isLocale(name)) return LOCALES[name].name
    const key = ownKey(NAMES_OF[noun], name) ?? ownKey(NAMES, name)
    if (key !== undefined) return t(key, { defaultValue: name })
    return /^[A-Z0-9]{5,20}$/.test(name) ? pairText(name) : name
  }
  /** Parts of a role, and orders of a list: words that are put together. */
  const joined = (name: string, text: string): string | null => {
    if (name === 'permissions') {
      const area = t(`admin-access:area.${text.replace(/:read$/, '')}`, { defaultValue: text })
      return text.endsWith(':read') ? t('admin-access:audit.values.looks', { area }) : area
    }
    const by = name === 'sort' ? ownKey(VALUES.sort, text.replace(/^-/, '')) : undefined
    if (by === undefined) return null
    const way = text.startsWith('-') ? 'descending' : 'ascending'
    return t(`admin-access:audit.values.${way}`, { by: t(by, { defaultValue: text }) })
  }
  const lastOf = (path: string): string => path.split('.').findLast((part) => !WHOLE.test(part)) ?? path
  return {
    /** `path`: names one within the other, things of a list by their place. */
    name(path: string): string {
      if (section !== null) {
        // The settings of a section have the names of its fields.
        const key = CONFIG_NAMES[`${section}.${path}`] ?? `admin-settings:${section}.${path}`
        const field = t(key, { defaultValue: '' })
        if (field !== '') return field
      }
      return path.split('.').map(nameOf).join(' · ')
    },
    value(path: string, text: string): string {
      const name = lastOf(path)
      if (text === 'true' || text === 'false') return t(`admin-people:${text === 'true' ? 'on' : 'off'}`)
      const key = ownKey(VALUES_OF[noun]?.[name], text) ?? ownKey(VALUES[name], text)
      if (key !== undefined && name !== 'sort') return t(key, { defaultValue: text })
      return joined(name, text) ?? formatValue(name, text)
    },
    /** Whom a value names by an id; undefined: nobody, or somebody who is gone. */
    person: (path: string, text: string): AuditEntry['people'][number] | undefined =>
      people.find((person) => person.value === path && person.text === text),
  }
}
