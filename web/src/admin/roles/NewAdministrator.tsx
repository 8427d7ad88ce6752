import { createAdministrator } from '@truestrike/protocol/administrator-endpoints.ts'
import { ROLE_NAMES, type Role } from '@truestrike/protocol/permissions.ts'
import { USERNAME } from '@truestrike/protocol/text-rules.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { SheetDialog } from '../../ui/SheetDialog.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { useUnsaved } from '../frame/unsaved.ts'
import { ActFault } from '../orders/ActFault.tsx'
import { useActs } from '../orders/use-acts.ts'
import { OneTimePassword } from './OneTimePassword.tsx'

interface NewAdministratorProps {
  open: boolean
  onClose(): void
  onCreated(): Promise<unknown>
}

export function NewAdministrator({ open, onClose, onCreated }: NewAdministratorProps) {
  const { t } = useTranslation('admin-access')
  return (
    <SheetDialog open={open} onOpenChange={onClose} title={t('people.add')}>
      {open ? <Form onCreated={onCreated} onDone={onClose} /> : null}
    </SheetDialog>
  )
}

function Form({ onCreated, onDone }: { onCreated(): Promise<unknown>; onDone(): void }) {
  const { t } = useTranslation(['admin-access', 'admin'])
  const { act, pending, fault } = useActs(onCreated)
  const [username, setUsername] = useState('')
  const [role, setRole] = useState<Role>('support')
  const [password, setPassword] = useState<string | null>(null)
  useUnsaved(password === null && username !== '')
  const name = username.trim()
  const isNameFault = fault instanceof ApiError && fault.is('INVALID_PARAMETERS')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void act('create', async () => {
      const created = await adminCall(createAdministrator, { body: { username: name, role } })
      setPassword(created.oneTimePassword)
    })
  }
  if (password !== null) return <OneTimePassword username={name} password={password} onDone={onDone} />
  return (
    <form className="adm-secret" onSubmit={submit}>
      <Field
        label={t('people.name')}
        hint={t('people.nameHint')}
        error={isNameFault ? t('people.nameFault') : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            large
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            {...{ minLength: USERNAME.minLength, maxLength: USERNAME.maxLength, required: true }}
            value={username}
            onChange={({ target }) => setUsername(target.value)}
          />
        )}
      </Field>
      <Field label={t('people.role')} hint={t(`roleText.${role}`)}>
        {(control) => (
          <Select
            {...control}
            value={role}
            onChange={({ target }) => setRole(ROLE_NAMES.find((each) => each === target.value) ?? role)}
          >
            {ROLE_NAMES.map((each) => (
              <option key={each} value={each}>
                {t(`role.${each}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {isNameFault ? null : <ActFault fault={fault} />}
      <Button type="submit" variant="primary" size="l" block pending={pending === 'create'}>
        {t('people.create')}
      </Button>
    </form>
  )
}
