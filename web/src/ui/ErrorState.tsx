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
  /** What the button says; try again unless told. */
  retryLabel?: string
  pending?: boolean
}

export function ErrorState({ title, text, onRetry, retryLabel, pending = false }: ErrorStateProps) {
  const { t } = useTranslation('ui')
  return (
    <div className="state" role="alert">
      <Icon of={TriangleAlert} />
      <b>{title}</b>
      {text ? <span>{text}</span> : null}
      {onRetry ? (
        <Button pending={pending} onClick={onRetry}>
          {retryLabel ?? t('retry')}
        </Button>
      ) : null}
    </div>
  )
}
