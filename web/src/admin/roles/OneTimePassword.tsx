import { useTranslation } from 'react-i18next'
import { ShownOnce } from '../../features/account/ShownOnce.tsx'
import { copyText } from '../../lib/copy-text.ts'
import { CodeBox } from '../../ui/CodeBox.tsx'

interface OneTimePasswordProps {
  username: string
  password: string
  onDone(): void
}

/** Shown once: nobody can look it up later. */
export function OneTimePassword({ username, password, onDone }: OneTimePasswordProps) {
  const { t } = useTranslation(['admin-access', 'security'])
  return (
    <div className="adm-secret">
      <ShownOnce keptLabel={t('people.passwordDone')} onKept={onDone}>
        <p>{t('people.passwordText', { username })}</p>
        <CodeBox
          text={password}
          copyLabel={t('people.passwordCopy')}
          onCopy={() => void copyText(password)}
        />
      </ShownOnce>
    </div>
  )
}
