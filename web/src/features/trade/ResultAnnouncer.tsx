import { useTranslation } from 'react-i18next'
import { formatMoneySigned } from '../../lib/money-format.ts'
import { pairText } from '../../lib/pair-name.ts'
import { useProducts } from '../../lib/products-query.ts'
import { useSettled } from '../../lib/settled-store.ts'

/** Says the newest result to readers of the screen, politely. */
export function ResultAnnouncer() {
  const { t } = useTranslation('trade')
  const newest = useSettled((state) => state.contracts[0])
  const { data } = useProducts()
  const product = data?.products.find((each) => each.symbol === newest?.symbol)
  return (
    <p className="sr-only" role="status">
      {newest === undefined
        ? ''
        : t(`live.say.${newest.state === 'cancelled' ? 'cancelled' : 'settled'}`, {
            pair: pairText(newest.symbol, product),
            profit: formatMoneySigned(newest.profit),
          })}
    </p>
  )
}
