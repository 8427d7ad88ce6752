import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { saveContradictions, useHistoryAlarm } from '../lib/proof/history-alarm.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { ProofLink } from '../ui/ProofLink.tsx'

/** On every page, for as long as this browser has evidence that the site tells two histories. */
export function HistoryAlarm() {
  const { t } = useTranslation('app')
  const [first] = useHistoryAlarm((alarm) => alarm.contradictions)
  return (
    <div role="alert">
      {first === undefined ? null : (
        <Banner className="history-alarm" title={t('history.title')}>
          <p>
            {t('history.text', {
              symbol: `\u2066${first.symbol}\u2069`,
              number: `\u2066${first.number}\u2069`,
            })}
          </p>
          <div className="history-alarm-ways">
            <Button size="s" icon={Download} onClick={saveContradictions}>
              {t('history.download')}
            </Button>
            <ProofLink />
          </div>
        </Banner>
      )}
    </div>
  )
}
