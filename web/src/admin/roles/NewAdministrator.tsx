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

interface Draft {
  username: string
  role: Role
}
const EMPTY: Draft = { username: '', role: 'support' }

export function NewAdministrator({ open, onClose, onCreated }: NewAdministratorProps) {
  const { t } = useTranslation('admin-access')
  /** Still there when the sheet was closed by mistake. */
  const [draft, setDraft] = useState(EMPTY)
  const done = (): void => {
    setDraft(EMPTY)
    onClose()
  }
  return (
    <SheetDialog open={open} onOpenChange={onClose} title={t('people.add')}>
      {open ? <Form {...{ draft, setDraft, onCreated }} onDone={done} /> : null}
    </SheetDialog>
  )
}

interface FormProps {
  draft: Draft
  setDraft(draft: Draft): void
  onCreated(): Promise<unknown>
  onDone(): void
}

function Form({ draft, setDraft, onCreated, onDone }: FormProps) {
  const { t } = useTranslation(['admin-access', 'admin'])
  const { act, pending, fault } = useActs(onCreated)
  const { username, role } = draft
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
            onChange={({ target }) => setDraft({ ...draft, username: target.value })}
          />
        )}
      </Field>
      <Field label={t('people.role')} hint={t(`roleText.${role}`)}>
        {(control) => (
          <Select
            {...control}
            value={role}
            onChange={({ target }) =>
              setDraft({ ...draft, role: ROLE_NAMES.find((each) => each === target.value) ?? role })
            }
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
