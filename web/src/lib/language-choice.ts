import { setLocale } from '@truestrike/protocol/account-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { call } from './api-client.ts'
import { setLanguage } from './i18n.ts'
import { isLocale, LOCALES, type Locale, localeNames } from './locale.ts'
import { loadAllScripts } from './script-fonts.ts'
import { useSession } from './session-store.ts'
import { showToast } from './toast-bus.ts'

/** The language in use, and what a menu takes to offer all of them. */
export function useLanguageChoice() {
  const { t, i18n } = useTranslation('errors')
  const current: Locale = isLocale(i18n.language) ? i18n.language : 'en-US'
  const choose = async (locale: Locale): Promise<void> => {
    try {
      if (!(await setLanguage(locale))) return
    } catch {
      return showToast('error', t('NETWORK_ERROR'))
    }
    // Mails are written in the language that the page speaks.
    if (useSession.getState().token !== null)
      call(setLocale, { body: { locale } }, { toast: false }).catch(() => undefined)
  }
  const items = localeNames.map((locale) => ({
    key: locale,
    label: LOCALES[locale].name,
    lang: locale,
    checked: locale === current,
    onSelect: () => void choose(locale),
  }))
  return { ...LOCALES[current], menu: { items, onOpen: loadAllScripts } }
}
