import { CircleCheckBig, Contrast, Eye, Globe, Keyboard, Wind } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguageChoice } from '../../lib/language-choice.ts'
import { useSettings } from '../../lib/settings-store.ts'
import { KEYBOARD_LIKELY, useMedia } from '../../lib/use-media.ts'
import { Icon } from '../../ui/Icon.tsx'
import { LazyMenu } from '../../ui/LazyMenu.tsx'
import { InstallRow } from './InstallRow.tsx'
import { SwitchRow } from './SwitchRow.tsx'

/** `children`: further rows. */
export function PreferenceList({ children }: { children?: ReactNode }) {
  const { t } = useTranslation(['account', 'devices'])
  const { palette, motion, contrast, confirmOrders, shortcuts, change } = useSettings()
  const hasKeys = useMedia(KEYBOARD_LIKELY)
  return (
    <section className="ac-group">
      <h2 className="lab">{t('preferences')}</h2>
      <div className="panel list">
        <LanguageRow />
        <InstallRow />
        {children}
        <SwitchRow
          icon={CircleCheckBig}
          label={t('confirmOrders')}
          checked={confirmOrders}
          onChange={(checked) => change({ confirmOrders: checked })}
        />
        {hasKeys ? (
          <SwitchRow
            icon={Keyboard}
            label={t('devices:keys.title')}
            hint={t('devices:keys.switchHint')}
            checked={shortcuts}
            onChange={(checked) => change({ shortcuts: checked })}
          />
        ) : null}
        <SwitchRow
          icon={Eye}
          label={t('palette')}
          checked={palette === 'cb'}
          onChange={(checked) => change({ palette: checked ? 'cb' : 'standard' })}
        />
        <SwitchRow
          icon={Contrast}
          label={t('contrast')}
          checked={contrast === 'more'}
          onChange={(checked) => change({ contrast: checked ? 'more' : 'system' })}
        />
        <SwitchRow
          icon={Wind}
          label={t('motion')}
          checked={motion === 'reduced'}
          onChange={(checked) => change({ motion: checked ? 'reduced' : 'system' })}
        />
      </div>
    </section>
  )
}

function LanguageRow() {
  const { t } = useTranslation(['account', 'app'])
  const { name, menu } = useLanguageChoice()
  return (
    <div>
      <Icon of={Globe} size={18} />
      <span className="flex-1">{t('language')}</span>
      <LazyMenu
        trigger={
          <button type="button" className="btn btn-s hit" aria-label={t('app:language', { name })}>
            {name}
          </button>
        }
        {...menu}
      />
    </div>
  )
}
