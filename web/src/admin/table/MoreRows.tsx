import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'

export interface MoreRowsOf {
  isFetchingNextPage: boolean
  hasNextPage: boolean
  fetchNextPage(): unknown
}

/** Loads the next page of a list, where there is one. */
export function MoreRows({ list }: { list: MoreRowsOf }) {
  const { t } = useTranslation('admin')
  if (!list.hasNextPage) return null
  return (
    <Button
      variant="ghost"
      className="adm-more"
      pending={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {t('table.more')}
    </Button>
  )
}
