import { useTranslation } from 'react-i18next'
import { useTicker } from '../../lib/live-prices.ts'
import { formatCompact } from '../../lib/money-format.ts'
import { formatPrice } from '../../lib/price-format.ts'
import { MOBILE, useMedia } from '../../lib/use-media.ts'
import { Num } from '../../ui/Num.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** High, low and volume of the last 24 hours. */
export function DayStats({ symbol }: { symbol: string }) {
  const { t } = useTranslation('trade')
  const mobile = useMedia(MOBILE)
  const ticker = useTicker(symbol)
  const figures = [
    { key: 'high', label: t('stats.high'), text: formatPrice(ticker?.high24h) },
    { key: 'low', label: t('stats.low'), text: formatPrice(ticker?.low24h) },
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
