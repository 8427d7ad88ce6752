import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useUnsavedForms } from './unsaved.ts'

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
    >
      {t('unsaved.text')}
    </ConfirmDialog>
  )
}

/** The question of a page about its own forms; the shell asks about other pages. */
export function UnsavedQuestion() {
  const leave = useUnsavedForms((unsaved) => unsaved.leave)
  const close = (): void => useUnsavedForms.setState({ leave: null })
  return (
    <LeaveQuestion
      open={leave !== null}
      onStay={close}
      onLeave={() => {
        close()
        leave?.()
      }}
    />
  )
}
