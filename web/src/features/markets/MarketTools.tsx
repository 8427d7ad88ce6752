import { Search, Star, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/IconButton.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

const SEARCH_MAX = 30

interface MarketToolsProps {
  search: string
  onSearch: (search: string) => void
  starredOnly: boolean
  onStarredOnly: (starredOnly: boolean) => void
}

export function MarketTools({ search, onSearch, starredOnly, onStarredOnly }: MarketToolsProps) {
  const { t } = useTranslation('markets')
  return (
    <search className="mk-tools">
      <IconButton
        icon={Star}
        label={t('favourites.only')}
        aria-pressed={starredOnly}
        className="star"
        onClick={() => onStarredOnly(!starredOnly)}
      />
      <TextInput
        className="flex-1"
        icon={Search}
        type="search"
        value={search}
        maxLength={SEARCH_MAX}
        autoComplete="off"
        aria-label={t('search')}
        placeholder={t('search')}
        onChange={(event) => onSearch(event.target.value)}
        trailing={
          search === '' ? null : (
            <IconButton size="s" icon={X} label={t('clearSearch')} onClick={() => onSearch('')} />
          )
        }
      />
    </search>
  )
}
