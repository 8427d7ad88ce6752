import { SearchX, Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

interface MarketsEmptyProps {
  search: string
  starredOnly: boolean
  onShowAll: () => void
}

export function MarketsEmpty({ search, starredOnly, onShowAll }: MarketsEmptyProps) {
  const { t } = useTranslation('markets')
  const action = <Button onClick={onShowAll}>{t('empty.all')}</Button>
  if (search !== '') {
    return (
      <EmptyState
        icon={SearchX}
        title={t('empty.title')}
        text={t('empty.text', { search })}
        action={action}
      />
    )
  }
  if (starredOnly) {
    return <EmptyState icon={Star} title={t('favourites.none')} text={t('favourites.hint')} action={action} />
  }
  return <EmptyState icon={SearchX} title={t('empty.none')} />
}
