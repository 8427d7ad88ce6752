import type { DepositMethod } from '@truestrike/protocol/funds-endpoints.ts'
import { Copy } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../lib/copy-text.ts'
import { showToast } from '../../lib/toast-bus.ts'
import { Banner } from '../../ui/Banner.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ValueList } from '../../ui/ValueList.tsx'

const QR_SIZE = 148

/** Where the money is to be sent. */
export function MethodCard({ method }: { method: DepositMethod }) {
  const { t } = useTranslation('funds')
  const lines = (['address', 'accountName', 'accountNumber', 'bankName'] as const).flatMap((key) => {
    const text = method[key]
    if (text === null) return []
    return [{ key, label: t(key), value: <Copied text={text} label={`${t('copy')}: ${t(key)}`} /> }]
  })
  return (
    <section className="fu-method" aria-label={t('deposit.payTo')}>
      {method.isTest ? <Banner>{t('deposit.test')}</Banner> : null}
      <h3 className="lab">{t('deposit.payTo')}</h3>
      {method.address === null ? null : (
        <span className="fu-qr">
          <QRCodeSVG value={method.address} size={QR_SIZE} marginSize={3} level="M" title={t('qr')} />
        </span>
      )}
      <ValueList lines={lines} />
      {method.instructions === '' ? null : <p className="cap">{method.instructions}</p>}
    </section>
  )
}

function Copied({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation('funds')
  const copy = (): void => {
    copyText(text).then(
      () => showToast('success', t('copied')),
      () => showToast('error', t('copyFailed')),
    )
  }
  return (
    <span className="fu-copy">
      <bdi dir="ltr">{text}</bdi>
      <IconButton size="s" icon={Copy} label={label} onClick={copy} />
    </span>
  )
}
