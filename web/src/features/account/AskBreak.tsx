import type { OwnLimits } from '@truestrike/protocol/limits-endpoints.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { useProofGate } from '../../lib/proof-gate.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Sheet } from '../../ui/Sheet.tsx'

interface AskBreakProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** More than a cool-off: whose the session is has to be shown anew. */
  proves: boolean
  endText: string
  label: string
  exclude: () => Promise<OwnLimits>
  onChanged: (limits: OwnLimits) => void
}

/** Says what a break does, and begins it. */
export function AskBreak({ proves, endText, label, exclude, onChanged, ...dialog }: AskBreakProps) {
  const { t } = useTranslation('security')
  const Gate = useProofGate()
  /** A proof that ran out asks for another one. */
  const [round, setRound] = useState(0)
  const [pending, setPending] = useState(false)
  const confirm = async () => {
    setPending(true)
    try {
      onChanged(await exclude())
      dialog.onOpenChange(false)
    } catch (error) {
      // Its words are on the screen; the question stays.
      if (error instanceof ApiError && error.is('PROOF_REQUIRED')) setRound(round + 1)
    }
    setPending(false)
  }
  const title = t('break.ask', { time: endText })
  if (!proves) {
    return (
      <ConfirmDialog
        {...{ ...dialog, title, pending }}
        confirmLabel={label}
        onConfirm={() => void confirm()}
        caution
      >
        {t('break.askText')}
      </ConfirmDialog>
    )
  }
  return (
    <Sheet {...dialog} title={title}>
      <div className="as-form">
        <p>{t('break.askText')}</p>
        <Gate key={round}>
          <Button variant="caution" size="l" block pending={pending} onClick={() => void confirm()}>
            {label}
          </Button>
        </Gate>
      </div>
    </Sheet>
  )
}
