import { Eye, EyeOff, Lock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './IconButton.tsx'
import { TextInput, type TextInputProps } from './TextInput.tsx'

/** A password that can be shown for a moment. */
export function PasswordInput(props: Omit<TextInputProps, 'type' | 'trailing'>) {
  const { t } = useTranslation('ui')
  const [shown, setShown] = useState(false)
  return (
    <TextInput
      icon={Lock}
      spellCheck={false}
      autoCapitalize="off"
      dir="ltr"
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <IconButton
          size="s"
          icon={shown ? EyeOff : Eye}
          label={t('password.show')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
