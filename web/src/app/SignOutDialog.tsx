import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { signOutHere, useSignOutQuestion } from '../lib/sign-out.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

export function SignOutDialog() {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  const open = useSignOutQuestion((question) => question.open)
  const [pending, setPending] = useState(false)
  const confirm = async () => {
    setPending(true)
    await signOutHere()
    setPending(false)
    useSignOutQuestion.setState({ open: false })
    void navigate('/login', { replace: true })
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => useSignOutQuestion.setState({ open: next })}
      title={t('signOut.title')}
      confirmLabel={t('signOut.action')}
      onConfirm={() => void confirm()}
      pending={pending}
    >
      {t('signOut.text')}
    </ConfirmDialog>
  )
}
