import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Contradiction, saveContradictions, useHistoryAlarm } from '../lib/proof/history-alarm.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { ProofLink } from '../ui/ProofLink.tsx'

const isolated = (value: string | number): string => `\u2066${value}\u2069`

/** Title and text of what was found: keys below `history`, with their values. */
function wordsOf(found: Contradiction): [title: string, text: string, values: Record<string, string>] {
  if ('symbol' in found)
    return ['title', 'text', { symbol: isolated(found.symbol), number: isolated(found.number) }]
  if ('keyId' in found) return ['signedTitle', 'key', { id: isolated(found.keyId) }]
  const values = { id: isolated(found.contractId) }
  return found.kind === 'two-acceptances'
    ? ['signedTitle', 'orders', values]
    : ['unsignedTitle', 'unsigned', values]
}

/** On every page, for as long as this browser has evidence that the site contradicts itself. */
export function HistoryAlarm() {
  const { t } = useTranslation('app')
  const [first] = useHistoryAlarm((alarm) => alarm.contradictions)
  const words = first === undefined ? null : wordsOf(first)
  return (
    <div role="alert">
      {words === null ? null : (
        <Banner className="history-alarm" title={t(`history.${words[0]}`)}>
          <p>{t(`history.${words[1]}`, words[2])}</p>
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
