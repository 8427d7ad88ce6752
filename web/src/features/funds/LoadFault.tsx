import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../ui/ErrorState.tsx'

interface LoadFaultProps {
  /** What could not be loaded. */
  title: string
  query: { isFetching: boolean; refetch(): unknown }
}

/** A part of the wallet that could not be loaded: an empty page would say that there is nothing. */
export function LoadFault({ title, query }: LoadFaultProps) {
  const { t } = useTranslation('errors')
  return (
    <section className="panel" aria-label={title}>
      <h2 className="fu-head">{title}</h2>
      <ErrorState
        title={t('errors:LOAD_DATA')}
        pending={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    </section>
  )
}
