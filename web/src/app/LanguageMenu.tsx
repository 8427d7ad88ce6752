import { Globe } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { setLanguage } from '../lib/i18n.ts'
import { isLocale, LOCALES, localeNames } from '../lib/locale.ts'
import { loadAllScripts } from '../lib/script-fonts.ts'
import { showToast } from '../lib/toast-bus.ts'
import { Icon } from '../ui/Icon.tsx'
import { LazyMenu } from '../ui/LazyMenu.tsx'

export function LanguageMenu() {
  const { t, i18n } = useTranslation('app')
  const current = isLocale(i18n.language) ? i18n.language : 'en-US'
  const choose = (locale: (typeof localeNames)[number]) => {
    setLanguage(locale).catch(() => showToast('error', t('errors:NETWORK_ERROR')))
  }
  return (
    <LazyMenu
      trigger={
        <button type="button" className="ib ib-word hit">
          <Icon of={Globe} size={18} />
          <span>{LOCALES[current].short}</span>
          <span className="sr-only">{t('language', { name: LOCALES[current].name })}</span>
        </button>
      }
      onOpen={loadAllScripts}
      items={localeNames.map((locale) => ({
        key: locale,
        label: LOCALES[locale].name,
        lang: locale,
        checked: locale === current,
        onSelect: () => choose(locale),
      }))}
    />
  )
}
