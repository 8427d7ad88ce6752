import { useTranslation } from 'react-i18next'
import { useSignOutQuestion, useWayOut } from '../lib/sign-out.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

export function SignOutDialog() {
  const { t } = useTranslation('app')
  const leave = useWayOut()
  const open = useSignOutQuestion((question) => question.open)
  const setOpen = (next: boolean) => useSignOutQuestion.setState({ open: next })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title={t('signOut.title')}
      isAboutLeaving
      confirmLabel={t('signOut.action')}
      onConfirm={() => {
        setOpen(false)
        leave()
      }}
    >
      {t('signOut.text')}
    </ConfirmDialog>
  )
}
