import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProofGate } from '../../lib/proof-gate.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TurnOn } from './TurnOn.tsx'
import { TwoFactorChange } from './TwoFactorChange.tsx'
import { useSecurityChanged } from './use-security.ts'

interface TwoFactorProps {
  onClose: () => void
  hasPassword: boolean
  on: boolean
}

/** Turning two-factor sign-in on, new recovery codes, turning it off. */
export function TwoFactor({ onClose, hasPassword, on }: TwoFactorProps) {
  const { t } = useTranslation('security')
  const changed = useSecurityChanged()
  const Gate = useProofGate()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  /** A proof that ran out asks for another one. */
  const [round, setRound] = useState(0)
  // What it was opened for: turning it on does not turn this into the other form.
  const [wasOn] = useState(on)
  const show = (fresh: readonly string[]) => {
    setCodes(fresh)
    void changed()
  }
  const turnOn = <TurnOn hasPassword={hasPassword} onDone={show} onProofEnded={() => setRound(round + 1)} />
  return (
    <Sheet
      open
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={codes === null ? t('twoFactor.title') : t('recovery.title')}
    >
      {codes !== null ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : wasOn ? (
        <TwoFactorChange hasPassword={hasPassword} onRenewed={show} onRemoved={onClose} />
      ) : hasPassword ? (
        turnOn
      ) : (
        <Gate key={round}>{turnOn}</Gate>
      )}
    </Sheet>
  )
}
