import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

interface ErrorStateProps {
  /** What happened. */
  title: string
  /** What still works, or what to do. */
  text?: string | undefined
  onRetry?: () => void
  pending?: boolean
}

export function ErrorState({ title, text, onRetry, pending = false }: ErrorStateProps) {
  const { t } = useTranslation('ui')
  return (
    <div className="state" role="alert">
      <Icon of={TriangleAlert} />
      <b>{title}</b>
      {text ? <span>{text}</span> : null}
      {onRetry ? (
        <Button pending={pending} onClick={onRetry}>
          {t('retry')}
        </Button>
      ) : null}
    </div>
  )
}
