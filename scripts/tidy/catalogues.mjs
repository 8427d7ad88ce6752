import { projectFiles, read } from './sources.mjs'

export const locales = ['en-US', 'es-ES', 'pt-PT', 'ar-AR', 'de-DE', 'ru-RU', 'fr-FR', 'hi-IN']
const pluralSuffix = /_(zero|one|two|few|many|other)$/

function flatten(value, path = '') {
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, path === '' ? key : `${path}.${key}`))
}

/** All texts of a locale: `namespace:key` → text. */
export function catalogue(locale) {
  const files = projectFiles().filter(
    (path) => path.startsWith(`web/src/locales/${locale}/`) && path.endsWith('.json'),
  )
  const texts = new Map()
  for (const file of files) {
    const namespace = file.split('/').at(-1).replace('.json', '')
    for (const [key, text] of flatten(JSON.parse(read(file)))) texts.set(`${namespace}:${key}`, text)
  }
  return texts
}

const placeholders = (text) =>
  [...text.matchAll(/\{\{\s*-?\s*(\w+)[^}]*\}\}|<\/?(\w+)\/?>/g)]
    .map((found) => found[1] ?? `<${found[2]}>`)
    .sort()

/** What is missing or wrong in a locale, measured against en-US. */
export function catalogueFaults(locale, english = catalogue('en-US'), texts = catalogue(locale)) {
  const faults = []
  const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  const plurals = new Set(
    [...english.keys()].filter((key) => key.endsWith('_other')).map((key) => key.replace(pluralSuffix, '')),
  )
  const expected = new Map()
  for (const [key, text] of english) {
    const base = key.replace(pluralSuffix, '')
    if (!(plurals.has(base) && pluralSuffix.test(key))) expected.set(key, text)
  }
  for (const base of plurals) {
    for (const category of categories) expected.set(`${base}_${category}`, english.get(`${base}_other`))
  }
  for (const [key, text] of expected) {
    const own = texts.get(key)
    if (own === undefined || own.trim() === '') faults.push(`${locale} ${key} is missing`)
    else {
      const wanted = new Set(placeholders(text))
      const found = new Set(placeholders(own))
      wanted.delete('count')
      found.delete('count')
      if ([...wanted].sort().join() !== [...found].sort().join())
        faults.push(`${locale} ${key}: placeholders ${[...found]} instead of ${[...wanted]}`)
    }
  }
  for (const key of texts.keys()) if (!expected.has(key)) faults.push(`${locale} ${key} is not in en-US`)
  return faults
}
