import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { localeNames } from '../lib/locale.ts'

type Texts = { [key: string]: string | Texts }

const files = import.meta.glob<Texts>('../locales/*/*.json', { eager: true, import: 'default' })
const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
  eager: true,
  query: '?raw',
  import: 'default',
})
const PLURAL = /_(zero|one|two|few|many|other)$/

function flatten(texts: Texts, prefix: string): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : flatten(value, `${prefix}${key}.`),
  )
}

/** `namespace:key` → text. */
function catalogue(locale: string): Map<string, string> {
  const own = Object.entries(files).filter(([path]) => path.includes(`/${locale}/`))
  return new Map(own.flatMap(([path, texts]) => flatten(texts, `${path.replace(/^.*\/|\.json$/g, '')}:`)))
}

const english = catalogue('en-US')

/** Placeholders and tags; `count` may go where a form names its number in words. */
const slots = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}|<(\w+)>/g)]
    .map(([, name, tag]) => name ?? `<${tag}>`)
    .filter((name) => name !== 'count')

/** The keys a locale must have: plural ones in every category of its language. */
function expectedKeys(locale: string): Map<string, string> {
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions()
  const keys = new Map<string, string>()
  for (const [key, text] of english) {
    const base = key.replace(PLURAL, '')
    const plural = PLURAL.test(key) && english.has(`${base}_other`)
    if (!plural) keys.set(key, text)
    else
      for (const category of pluralCategories)
        keys.set(`${base}_${category}`, english.get(`${base}_other`) ?? text)
  }
  return keys
}

test.each(localeNames)('[L1] %s has every key, placeholder and plural form, and nothing else', (locale) => {
  const texts = catalogue(locale)
  const expected = expectedKeys(locale)
  expect([...expected.keys()].filter((key) => !texts.get(key)?.trim())).toEqual([])
  expect([...texts.keys()].filter((key) => !expected.has(key))).toEqual([])
  const misplaced = [...expected].filter(
    ([key, text]) =>
      slots(texts.get(key) ?? '')
        .sort()
        .join() !== slots(text).sort().join(),
  )
  expect(misplaced.map(([key]) => key)).toEqual([])
})

/** Where customer service is named: beside its link, shown only where the operator has set one, and where he sets it. */
const WITH_ITS_LINK =
  /^(account:service|app:support|auth:legal\.service|proof:receipt\.service|security:service\.\w+|admin-settings:basic\.service(Link)?)$/
const CUSTOMER_SERVICE =
  /customer service|kunden(dienst|service)|atención al cliente|service client|apoio ao cliente|служб[ауы] поддержки|خدمة العملاء|ग्राहक सेवा/i

test.each(localeNames)('[U5] %s sends nobody to a customer service that may not exist', (locale) => {
  const texts = [...catalogue(locale)]
  expect(CUSTOMER_SERVICE.test(texts.find(([key]) => key === 'app:support')?.[1] ?? '')).toBe(true)
  const named = texts.filter(([key, text]) => CUSTOMER_SERVICE.test(text) && !WITH_ITS_LINK.test(key))
  expect(named).toEqual([])
})

test('[L1] every text the pages ask for is worded in en-US', () => {
  const missing: string[] = []
  const all = Object.values(sources).join('\n')
  const worth = (name: string): string => new RegExp(`\\bconst ${name} = '([\\w-]+)'`).exec(all)?.[1] ?? name
  for (const [path, source] of Object.entries(sources)) {
    const named = [...source.matchAll(/useTranslation\(([^)]*)\)/g)].map(([, names = '']) => names).join()
    const namespaces = named.match(/[\w-]+/g)?.map(worth) ?? ['app']
    for (const [, asked = ''] of source.matchAll(/\bt\('([\w.:]+)'/g)) {
      const keys = asked.includes(':') ? [asked] : namespaces.map((namespace) => `${namespace}:${asked}`)
      if (!keys.some((key) => english.has(key) || english.has(`${key}_other`)))
        missing.push(`${path}: ${asked}`)
    }
  }
  expect(missing).toEqual([])
})

test('[L2] the averaging window is inflected as its sentence wants it', async () => {
  const said = async (locale: string, counts: number[]) => {
    const i18n = createInstance()
    const contracts = Object.fromEntries(
      [...catalogue(locale)].flatMap(([key, text]) =>
        key.startsWith('contracts:exitAverage') ? [[key.replace('contracts:', ''), text]] : [],
      ),
    )
    await i18n.init({ lng: locale, defaultNS: 'contracts', resources: { [locale]: { contracts } } })
    return counts.map((count) => i18n.t('exitAverage', { count }))
  }
  expect(await said('ar-AR', [1, 2, 3])).toEqual([
    'متوسط السعر خلال آخر ثانية',
    'متوسط السعر خلال آخر ثانيتين',
    'متوسط السعر خلال آخر 3 ثوانٍ',
  ])
  expect(await said('ru-RU', [1, 3, 10])).toEqual([
    'Средняя цена за последнюю 1 секунду',
    'Средняя цена за последние 3 секунды',
    'Средняя цена за последние 10 секунд',
  ])
  expect(await said('de-DE', [1, 3])).toEqual([
    'Durchschnitt am Ende (1 Sekunde)',
    'Durchschnitt am Ende (3 Sekunden)',
  ])
  expect(await said('en-US', [1, 3])).toEqual([
    'Average price of the last second',
    'Average price of the last 3 seconds',
  ])
})

test.each(localeNames)(
  '[A14] %s names each hundred of the login history: sign-ins, right first steps, failures',
  (locale) => {
    expect(catalogue(locale).get('security:login.text')?.match(/100/g)).toHaveLength(3)
  },
)
