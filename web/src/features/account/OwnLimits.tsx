import { useQueryClient } from '@tanstack/react-query'
import type { OwnLimits as Limits } from '@truestrike/protocol/limits-endpoints.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBook } from '../../lib/book-store.ts'
import { useOwnLimits } from '../../lib/own-limits.ts'
import { useSiteInfo } from '../../lib/site-query.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FundsBadge } from '../../ui/FundsBadge.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { LimitsForm } from './LimitsForm.tsx'
import { TakeBreak } from './TakeBreak.tsx'

const BOOKS = ['demo', 'real'] as const

/**
 * What a user limits himself to, book by book, and the break he takes from both. `children` stand below: they come once
 * nothing moves them any more.
 */
export function OwnLimits({ children }: { children?: ReactNode }) {
  const { t } = useTranslation(['security', 'account'])
  const inUse = useBook((choice) => choice.book)
  const { fundsMode } = useSiteInfo()
  const [book, setBook] = useState(inUse)
  const client = useQueryClient()
  const { key, query } = useOwnLimits()
  const { data, isError, isFetched, refetch } = query
  const keep = (limits: Limits) => client.setQueryData(key, limits)
  return (
    <>
      <section className="card as-card" aria-busy={data === undefined && !isError}>
        <div className="as-line">
          <h2 className="flex-1">{t('limits.title')}</h2>
          <FundsBadge funds={book === 'demo' ? 'demo' : fundsMode} />
        </div>
        <p className="t2">{t('limits.text')}</p>
        <fieldset className="as-books">
          <legend className="sr-only">{t('limits.book')}</legend>
          {BOOKS.map((each) => (
            <button
              key={each}
              type="button"
              className="chip hit"
              aria-pressed={book === each}
              onClick={() => setBook(each)}
            >
              {t(`account:book.${each}`)}
            </button>
          ))}
        </fieldset>
        {data !== undefined ? (
          <LimitsForm key={book} book={book} limits={data[book]} dayEndsMs={data.dayEndsMs} onSaved={keep} />
        ) : isError ? (
          <ErrorState title={t('failed')} onRetry={() => void refetch()} />
        ) : (
          <Skeleton width="100%" height={180} />
        )}
      </section>
      {data === undefined ? null : <TakeBreak untilMs={data.excludedUntilMs} onChanged={keep} />}
      {isFetched ? children : null}
    </>
  )
}
