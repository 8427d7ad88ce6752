import { Hand } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import type { Acts } from './use-acts.ts'

interface TakeFormProps {
  acts: Acts
  takenBy: 'me' | 'other' | null
  onTake: () => Promise<unknown>
}

/** One reviewer decides: the order is taken on first, or over from another. */
export function TakeForm({ acts, takenBy, onTake }: TakeFormProps) {
  const { t } = useTranslation('admin')
  return (
    <Button
      variant="primary"
      icon={Hand}
      block
      pending={acts.pending === 'take'}
      disabled={acts.isHeld('take')}
      onClick={() => void acts.act('take', onTake)}
    >
      {t(takenBy === 'other' ? 'orders.step.takeOver' : 'orders.step.take')}
    </Button>
  )
}
