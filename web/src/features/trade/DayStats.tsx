import { useTranslation } from 'react-i18next'
import { useTicker } from '../../lib/live-prices.ts'
import { formatCompact } from '../../lib/money-format.ts'
import { formatPrice } from '../../lib/price-format.ts'
import { MOBILE, useMedia } from '../../lib/use-media.ts'
import { Num } from '../../ui/Num.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** The last 24 hours; they close at the newest price. */
export function DayStats({ symbol }: { symbol: string }) {
  const { t } = useTranslation('trade')
  const mobile = useMedia(MOBILE)
  const ticker = useTicker(symbol)
  const figures = [
    { key: 'open', label: t('stats.open'), text: formatPrice(ticker?.open24h) },
    { key: 'high', label: t('stats.high'), text: formatPrice(ticker?.high24h) },
    { key: 'low', label: t('stats.low'), text: formatPrice(ticker?.low24h) },
    { key: 'close', label: t('stats.close'), text: formatPrice(ticker?.price) },
    {
      key: 'volume',
      label: mobile ? t('stats.volumeShort') : t('stats.volume'),
      text: formatCompact(ticker?.volume24h),
    },
  ]
  return (
    <dl className="td-stats">
      {figures.map(({ key, label, text }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{ticker === undefined ? <Skeleton width={56} height={12} /> : <Num>{text}</Num>}</dd>
        </div>
      ))}
    </dl>
  )
}
