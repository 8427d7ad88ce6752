import { useTranslation } from 'react-i18next'
import { useSettings } from '../../lib/settings-store.ts'
import { Switch } from '../../ui/Switch.tsx'
import './trade-keys.css'

/** What each does, and the ways to it: keys pressed together, one of them named by a word. */
const KEYS = [
  ['up', [['U']]],
  ['down', [['D']]],
  ['confirm', [['enter']]],
  ['cancel', [['escape']]],
  ['step', [['+'], ['−']]],
  ['amount', [['A']]],
  ['duration', [['1 – 8']]],
  ['period', [['P'], ['shift', 'P']]],
  ['help', [['?']]],
] as const

/** The list behind `?`, with the switch for all of them: single keys can be in the way of speech input and readers. */
export function ShortcutList() {
  const { t } = useTranslation('devices')
  const { shortcuts, change } = useSettings()
  const capOf = (key: string): string => (/^[a-z]+$/.test(key) ? t(`keys.cap.${key}`) : key)
  return (
    <div className="td-keylist">
      <dl className="kv" data-off={!shortcuts}>
        {KEYS.map(([name, ways]) => (
          <div key={name}>
            <dt>{t(`keys.${name}`)}</dt>
            <dd>
              {ways.map((way) => (
                <span key={way.join()} dir="ltr">
                  {way.map((key) => (
                    <kbd key={key}>{capOf(key)}</kbd>
                  ))}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="cap">{t('keys.note')}</p>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control. */}
      <label>
        <span className="flex-1">{t('keys.title')}</span>
        <Switch
          label={t('keys.title')}
          checked={shortcuts}
          onChange={(checked) => change({ shortcuts: checked })}
        />
      </label>
    </div>
  )
}
