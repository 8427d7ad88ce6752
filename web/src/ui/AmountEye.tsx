import { Eye, EyeOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './IconButton.tsx'

/** Hides amounts, and shows them again. */
export function AmountEye({ hidden, onChange }: { hidden: boolean; onChange: (hidden: boolean) => void }) {
  const { t } = useTranslation('security')
  return (
    <IconButton
      icon={hidden ? EyeOff : Eye}
      label={t(hidden ? 'amounts.show' : 'amounts.hide')}
      onClick={() => onChange(!hidden)}
    />
  )
}
