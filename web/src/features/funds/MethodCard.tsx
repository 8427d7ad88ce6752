import { Copy } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../lib/copy-text.ts'
import { isolated } from '../../lib/isolated-text.ts'
import { formatDayAndClock } from '../../lib/time-format.ts'
import { Banner } from '../../ui/Banner.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ValueList } from '../../ui/ValueList.tsx'
import type { MethodChoice } from './seen-methods.ts'

const QR_SIZE = 148

interface MethodCardProps {
  method: MethodChoice
  /** It took the place of the one that was shown, for the same account or address. */
  isReworded?: boolean
}

/** Where the money is to be sent; of what is no longer offered, where it was, with nothing to scan or to copy. */
export function MethodCard({ method, isReworded = false }: MethodCardProps) {
  const { t } = useTranslation('funds')
  const { takenUntilMs } = method
  const isOffered = takenUntilMs === null
  const lines = (['address', 'accountName', 'accountNumber', 'bankName'] as const).flatMap((key) => {
    const text = method[key]
    if (text === null) return []
    const copy = isOffered ? `${t('copy')}: ${t(key)}` : null
    return [{ key, label: t(key), value: <Copied text={text} label={copy} /> }]
  })
  return (
    <section className="fu-method" aria-label={t(isOffered ? 'deposit.payTo' : 'deposit.ended.paidTo')}>
      {method.isTest ? <Banner>{t('deposit.test')}</Banner> : null}
      {isReworded ? (
        <Banner live tone="info">
          {t('deposit.reworded')}
        </Banner>
      ) : null}
      {isOffered ? null : (
        <Banner live>
          {takenUntilMs === 0
            ? t('deposit.ended.over')
            : t('deposit.ended.note', { until: isolated(formatDayAndClock(takenUntilMs)) })}
        </Banner>
      )}
      <h3 className="lab">{t(isOffered ? 'deposit.payTo' : 'deposit.ended.paidTo')}</h3>
      {!isOffered || method.picture === null ? null : (
        <img className="fu-code" src={method.picture} alt={t('qr')} width={QR_SIZE} height={QR_SIZE} />
      )}
      {!isOffered || method.address === null || method.picture !== null ? null : (
        <span className="fu-qr">
          <QRCodeSVG value={method.address} size={QR_SIZE} marginSize={3} level="M" title={t('qr')} />
        </span>
      )}
      <ValueList lines={lines} />
      {method.instructions === '' ? null : (
        <p className="cap fu-lines" dir="auto">
          {method.instructions}
        </p>
      )}
    </section>
  )
}

function Copied({ text, label }: { text: string; label: string | null }) {
  return (
    <span className="fu-copy">
      <bdi dir="ltr">{text}</bdi>
      {label === null ? null : (
        <IconButton size="s" icon={Copy} label={label} onClick={() => void copyText(text)} />
      )}
    </span>
  )
}
