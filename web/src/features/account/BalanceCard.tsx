import type { BookBalance } from '@truestrike/protocol/account-endpoints.ts'
import type { Book } from '@truestrike/protocol/scalars.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useApproximate } from '../../lib/approximate.ts'
import { useBook } from '../../lib/book-store.ts'
import { useHiddenAmounts } from '../../lib/hidden-amounts.ts'
import { formatMoney } from '../../lib/money-format.ts'
import { splitPrice } from '../../lib/price-format.ts'
import { useSiteInfo } from '../../lib/site-query.ts'
import { AmountEye } from '../../ui/AmountEye.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { FundsBadge } from '../../ui/FundsBadge.tsx'
import { HiddenAmount } from '../../ui/HiddenAmount.tsx'
import { Num } from '../../ui/Num.tsx'
import { BalanceBar } from './BalanceBar.tsx'
import { ResetDemo } from './ResetDemo.tsx'

const PARTS = ['available', 'inPosition', 'frozen'] as const

interface BalanceCardProps {
  book: Book
  balance: BookBalance
  /** What a day changed in it, and what can be done with it. */
  change: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** One book: what it holds, and the way to trade with it. */
export function BalanceCard({ book, balance, change, actions, children }: BalanceCardProps) {
  const { t } = useTranslation('account')
  const { fundsMode } = useSiteInfo()
  const current = useBook((choice) => choice.book)
  const setBook = useBook((choice) => choice.setBook)
  const { hidden, setHidden } = useHiddenAmounts()
  const { whole, fraction } = splitPrice(formatMoney(balance.total).replaceAll(',', ''))
  const title = t(`book.${book}`)
  const approximate = useApproximate(balance.total)
  return (
    <section className="card ac-balance" aria-label={title}>
      <div className="row">
        <h2 className="lab">{title}</h2>
        <FundsBadge funds={book === 'demo' ? 'demo' : fundsMode} />
        <span className="flex-1" />
        <AmountEye hidden={hidden} onChange={setHidden} />
        {current === book ? (
          <Badge tone="accent">{t('inUse')}</Badge>
        ) : (
          <Button size="s" className="hit" onClick={() => setBook(book)}>
            {t('use')}
            <span className="sr-only">: {title}</span>
          </Button>
        )}
      </div>
      <p className="ac-total">
        <Num unit="USDT">
          {hidden ? (
            <HiddenAmount />
          ) : (
            <>
              {whole}
              <small>{fraction}</small>
            </>
          )}
        </Num>
      </p>
      {change}
      {hidden || approximate === null ? null : (
        <p className="cap">
          {approximate.value} · {approximate.dated}
        </p>
      )}
      {hidden ? null : <BalanceBar balance={balance} />}
      <dl className="ac-parts">
        {PARTS.map((part) => (
          <div key={part}>
            <dt data-part={part}>{t(`parts.${part}`)}</dt>
            <dd>
              <Num>{hidden ? <HiddenAmount /> : formatMoney(balance[part])}</Num>
            </dd>
          </div>
        ))}
      </dl>
      {actions}
      {book === 'demo' ? (
        <div>
          <ResetDemo />
        </div>
      ) : null}
      {hidden ? null : children}
    </section>
  )
}
