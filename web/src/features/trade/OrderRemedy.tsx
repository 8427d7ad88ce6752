import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useBook } from '../../lib/book-store.ts'
import type { OrderObstacle } from './order-checks.ts'

/** The way to where an obstacle can be removed. */
export function OrderRemedy({ obstacle }: { obstacle: OrderObstacle | null }) {
  const { t } = useTranslation(['trade', 'app'])
  const book = useBook((choice) => choice.book)
  if (obstacle === 'own-limit')
    return (
      <Link className="link" to="/account?section=settings">
        {t('order.ownLimits')}
      </Link>
    )
  if (obstacle === 'balance' && book === 'real')
    return (
      <Link className="link" to="/account?section=wallet&modal=deposit">
        {t('app:deposit')}
      </Link>
    )
  return null
}
