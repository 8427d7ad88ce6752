import { Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import { useFavourites } from './favourites.store.ts'

export function StarButton({ symbol, pair }: { symbol: string; pair: string }) {
  const { t } = useTranslation('markets')
  const starred = useFavourites(({ symbols }) => symbols.has(symbol))
  const toggle = useFavourites((favourites) => favourites.toggle)
  return (
    <button
      type="button"
      className="star star-row hit"
      aria-pressed={starred}
      aria-label={t('favourites.mark', { pair })}
      onClick={(event) => {
        event.stopPropagation()
        toggle(symbol)
      }}
    >
      <Icon of={Star} size={16} />
    </button>
  )
}
