import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { takesAway, useUnsavedForms } from './unsaved.ts'

interface LeaveQuestionProps {
  open: boolean
  onStay(): void
  onLeave(): void
}

/** Asks before what is not saved is lost. */
export function LeaveQuestion({ open, onStay, onLeave }: LeaveQuestionProps) {
  const { t } = useTranslation('admin')
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onStay()
      }}
      title={t('unsaved.title')}
      confirmLabel={t('unsaved.leave')}
      onConfirm={onLeave}
      caution
      isAboutLeaving
    >
      {t('unsaved.text')}
    </ConfirmDialog>
  )
}

const stay = (): void => useUnsavedForms.setState({ leave: null })

function leaveNow(): void {
  const { leave } = useUnsavedForms.getState()
  stay()
  leave?.go()
}

/** The question of a page about its own forms; the shell asks about other pages. It answers itself once all of it is saved. */
export function UnsavedQuestion() {
  const { leave, forms } = useUnsavedForms()
  const isHeld = leave !== null && takesAway(forms, leave.before, leave.after)
  useEffect(() => {
    if (leave !== null && !isHeld) leaveNow()
  }, [leave, isHeld])
  return <LeaveQuestion open={isHeld} onStay={stay} onLeave={leaveNow} />
}
