import type { Book } from '@truestrike/protocol/scalars.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../lib/session-store.ts'
import { loadUserInfo, useUserInfoState } from '../../lib/user-info.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { BalanceCard } from './BalanceCard.tsx'

const BOOKS: readonly Book[] = ['demo', 'real']

interface BalanceCardsProps {
  renderChange: (book: Book) => ReactNode
  /** What can be done with real money: it stands in the card of the real balance, whichever balance trades. */
  actions: ReactNode
  renderMore?: (book: Book) => ReactNode
}

/** Both balances, also the one that is not in use: money must never be out of sight because the other one trades. */
export function BalanceCards({ renderChange, actions, renderMore }: BalanceCardsProps) {
  const { t } = useTranslation(['errors', 'ui'])
  const balances = useSession((session) => session.user?.balances)
  const failed = useUserInfoState((state) => state.failed)
  if (balances === undefined) return null
  return (
    <>
      {failed ? (
        <Banner
          live
          title={t('errors:LOAD_BALANCE')}
          action={
            <Button size="s" onClick={() => void loadUserInfo()}>
              {t('ui:retry')}
            </Button>
          }
        />
      ) : null}
      {BOOKS.map((book) => (
        <BalanceCard
          key={book}
          book={book}
          balance={balances[book]}
          change={renderChange(book)}
          actions={book === 'real' ? actions : undefined}
        >
          {renderMore?.(book)}
        </BalanceCard>
      ))}
    </>
  )
}
