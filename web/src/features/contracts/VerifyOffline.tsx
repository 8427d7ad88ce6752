import type { SiteKey } from '@truestrike/core/proof/site-keys.ts'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../lib/copy-text.ts'
import { downloadJson } from '../../lib/download.ts'
import { loadProofKit } from '../../lib/proof/proof-watch.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeBox } from '../../ui/CodeBox.tsx'
import { ProofLink } from '../../ui/ProofLink.tsx'
import { RichText } from '../../ui/RichText.tsx'
import { VerifierFiles } from '../../ui/VerifierFiles.tsx'

const KEYS_FILE = 'truestrike-keys.json'

function keysFileOf(keys: readonly SiteKey[]): unknown {
  return { format: 'truestrike-keys/1', keys }
}

async function saveKeys(): Promise<void> {
  const { ring } = await loadProofKit()
  downloadJson(KEYS_FILE, keysFileOf(await ring.trusted()))
}

interface VerifyOfflineProps {
  /** Of the receipt when it is saved. */
  fileName: string
  json: unknown
}

/** Both files, and the commands that verify them without this page. */
export function VerifyOffline({ fileName, json }: VerifyOfflineProps) {
  const { t } = useTranslation('proof')
  const words = `${fileName} --keys ${KEYS_FILE}`
  const commands = [`node truestrike-verify.mjs ${words}`, `python3 truestrike_verify.py ${words}`]
  return (
    <details className="cr-fold">
      <summary>{t('receipt.offline')}</summary>
      <p>
        <RichText
          text={t('receipt.offlineText')}
          parts={{ b: (folder) => <code translate="no">{folder}</code> }}
        />
      </p>
      <div className="cr-buttons">
        <Button size="s" icon={Download} onClick={() => downloadJson(fileName, json)}>
          {t('receipt.receiptFile')}
        </Button>
        <Button size="s" icon={Download} onClick={() => void saveKeys()}>
          {t('receipt.keysFile')}
        </Button>
      </div>
      <VerifierFiles />
      {commands.map((command) => (
        <CodeBox
          key={command}
          text={command}
          copyLabel={t('receipt.copyCommand')}
          onCopy={() => void copyText(command)}
        />
      ))}
      <ProofLink />
    </details>
  )
}
