import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { APART, type ApartNamespace, loadCatalogue } from './catalogues.ts'
import { DEFAULT_LOCALE, directionOf, isLocale, type Locale, storedLocale, storeLocale } from './locale.ts'
import { loadScript } from './script-fonts.ts'

function adding(load: (locale: Locale) => Promise<Record<string, object>>) {
  const loaded = new Map<Locale, Promise<void>>()
  return (locale: Locale): Promise<void> => {
    const known = loaded.get(locale)
    if (known) return known
    const added = load(locale).then((namespaces) => {
      for (const [namespace, texts] of Object.entries(namespaces))
        i18next.addResourceBundle(locale, namespace, texts)
    })
    // A failed load may be tried again.
    added.catch(() => loaded.delete(locale))
    loaded.set(locale, added)
    return added
  }
}

let addCatalogue = adding(loadCatalogue)

/** Texts that come with the pages that show them; from then on they follow the language. */
const apart = new Map<string, (locale: Locale) => Promise<void>>()

/** Resolves when the texts of a namespace are there, in the page's language. Rejects when they cannot be loaded. */
export function loadTexts(namespace: ApartNamespace): Promise<void> {
  return loadTextsBy(namespace, APART)
}

/** The same for texts that even the way to is no part of the first page. `files`: what brings each, by path. */
export function loadTextsBy(namespace: string, files: Record<string, () => Promise<object>>): Promise<void> {
  const add =
    apart.get(namespace) ??
    adding(async (locale) => {
      const path = Object.keys(files).find((each) => each.endsWith(`/${locale}/${namespace}.json`))
      const texts = path === undefined ? undefined : await files[path]?.()
      return texts === undefined ? {} : { [namespace]: texts }
    })
  apart.set(namespace, add)
  return add(isLocale(i18next.language) ? i18next.language : DEFAULT_LOCALE)
}

function markDocument(locale: Locale): void {
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
}

/** The language that was chosen last, which may still be on its way. */
let chosen: Locale = DEFAULT_LOCALE

/**
 * Shows the page in another language once its texts and letters are there, unless yet another one was chosen meanwhile; the
 * choice is kept. Whether it is shown; rejects when the texts cannot be loaded.
 */
export async function setLanguage(locale: Locale): Promise<boolean> {
  chosen = locale
  const texts = [addCatalogue(locale), ...[...apart.values()].map((add) => add(locale))]
  await Promise.all([...texts, loadScript(locale)])
  if (chosen !== locale) return false
  storeLocale(locale)
  markDocument(locale)
  await i18next.changeLanguage(locale)
  return true
}

/** Resolves when the texts of the stored language are there; falls back to en-US when they cannot be loaded. */
export async function startI18n(): Promise<void> {
  // What was loaded before is gone with the start.
  addCatalogue = adding(loadCatalogue)
  apart.clear()
  await i18next.use(initReactI18next).init({
    lng: DEFAULT_LOCALE,
    fallbackLng: DEFAULT_LOCALE,
    load: 'currentOnly',
    defaultNS: 'app',
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: 'added' },
  })
  const locale = storedLocale()
  try {
    await setLanguage(locale)
  } catch {
    await setLanguage(DEFAULT_LOCALE)
  }
  if (locale !== DEFAULT_LOCALE) void addCatalogue(DEFAULT_LOCALE).catch(() => undefined)
}
