import { useTranslation } from 'react-i18next'
import { copyText } from '../../lib/copy-text.ts'
import { CodeBox } from '../../ui/CodeBox.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { VerifierFiles } from '../../ui/VerifierFiles.tsx'

const COMMANDS = [
  'node truestrike-verify.mjs receipt.json --keys truestrike-keys.json',
  'python3 truestrike_verify.py receipt.json --keys truestrike-keys.json',
]

export function OfflineSteps() {
  const { t } = useTranslation('proof')
  return (
    <>
      <ol className="pf-steps">
        <li>{t('page.offline.receipt')}</li>
        <li>{t('page.offline.keys')}</li>
        <li>
          <RichText
            text={t('page.offline.run')}
            parts={{ b: (folder) => <code translate="no">{folder}</code> }}
          />
        </li>
      </ol>
      <VerifierFiles />
      {COMMANDS.map((command) => (
        <CodeBox
          key={command}
          text={command}
          copyLabel={t('receipt.copyCommand')}
          onCopy={() => void copyText(command)}
        />
      ))}
      <p className="cap">{t('page.offline.codes')}</p>
    </>
  )
}
