import type { Locale } from './locale.ts'

type Files = Record<string, object>

const CATALOGUES: Record<Locale, () => Promise<{ default: Files }>> = {
  'en-US': () => import('../locales/catalogue-en.ts'),
  'es-ES': () => import('../locales/catalogue-es.ts'),
  'pt-PT': () => import('../locales/catalogue-pt.ts'),
  'ar-AR': () => import('../locales/catalogue-ar.ts'),
  'de-DE': () => import('../locales/catalogue-de.ts'),
  'ru-RU': () => import('../locales/catalogue-ru.ts'),
  'fr-FR': () => import('../locales/catalogue-fr.ts'),
  'hi-IN': () => import('../locales/catalogue-hi.ts'),
}

/** What is only read on some pages comes with them; the catalogues leave the same namespaces out. */
export const APART = import.meta.glob<object>('../locales/*/{auth,legal,proof,wallet}.json', {
  import: 'default',
})
export type ApartNamespace = 'auth' | 'legal' | 'proof' | 'wallet'

/** All texts of a locale by namespace; they come in one chunk. */
export async function loadCatalogue(locale: Locale): Promise<Record<string, object>> {
  const { default: files } = await CATALOGUES[locale]()
  return Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts]),
  )
}
