import {
  type Administrator,
  disableAdministrator,
  enableAdministrator,
  endAdministratorSessions,
  resetAdministratorPassword,
  resetAdministratorTwoFactor,
  setAdministratorRole,
} from '@truestrike/protocol/administrator-endpoints.ts'
import { ROLE_NAMES, type Role } from '@truestrike/protocol/permissions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { SheetDialog } from '../../ui/SheetDialog.tsx'
import { adminCall } from '../frame/admin-session.store.ts'
import { useUnsaved } from '../frame/unsaved.ts'
import { useMay } from '../frame/use-may.ts'
import { ActFault } from '../orders/ActFault.tsx'
import { useActs } from '../orders/use-acts.ts'
import { OneTimePassword } from './OneTimePassword.tsx'
import { RoleParts } from './RoleParts.tsx'

type Asked = 'disable' | 'reset-password' | 'reset-two-factor' | 'end-sessions'

interface AdministratorActsProps {
  administrator: Administrator
  onActed(): Promise<unknown>
}

/** What another administrator may do to this one. */
export function AdministratorActs({ administrator, onActed }: AdministratorActsProps) {
  const { t } = useTranslation('admin-access')
  const mayAct = useMay(setAdministratorRole)
  const { act, pending, fault, isHeld } = useActs(onActed)
  const [isAsking, setAsking] = useState(false)
  /** Kept while the question closes: until it is gone it says what it said. */
  const [asked, setAsked] = useState<Asked>('disable')
  const [password, setPassword] = useState<string | null>(null)
  const { id, version, username, disabled, twoFactor, sessions } = administrator
  const on = { params: { id }, body: { version } }
  const WORK: Record<Asked, () => Promise<unknown>> = {
    disable: () => adminCall(disableAdministrator, on),
    'reset-two-factor': () => adminCall(resetAdministratorTwoFactor, on),
    'end-sessions': () => adminCall(endAdministratorSessions, on),
    'reset-password': async () =>
      setPassword((await adminCall(resetAdministratorPassword, on)).oneTimePassword),
  }
  if (!mayAct) return null
  const offered: Asked[] = [
    'reset-password',
    ...(twoFactor ? (['reset-two-factor'] as const) : []),
    ...(sessions > 0 ? (['end-sessions'] as const) : []),
    ...(disabled ? [] : (['disable'] as const)),
  ]
  return (
    <div className="adm-acts">
      <ActFault fault={fault} />
      <RoleForm
        key={`${administrator.role} ${administrator.ownPermissions.join()}`}
        administrator={administrator}
        isPending={pending === 'role'}
        onRole={(chosen) =>
          void act('role', () =>
            adminCall(setAdministratorRole, { params: { id }, body: { version, ...chosen } }),
          )
        }
      />
      <div className="adm-buttons-start">
        {disabled ? (
          <Button
            size="s"
            variant="primary"
            pending={pending === 'enable'}
            disabled={isHeld('enable')}
            onClick={() => void act('enable', () => adminCall(enableAdministrator, on))}
          >
            {t('act.enable')}
          </Button>
        ) : null}
        {offered.map((each) => (
          <Button
            key={each}
            size="s"
            pending={pending === each}
            disabled={isHeld(each)}
            onClick={() => {
              setAsked(each)
              setAsking(true)
            }}
          >
            {t(`act.${each}`)}
          </Button>
        ))}
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('act.ask', { username })}
        confirmLabel={t(`act.${asked}`)}
        caution
        onConfirm={() => {
          if (isAsking) void act(asked, WORK[asked])
          setAsking(false)
        }}
      >
        {t(`act.text.${asked}`)}
      </ConfirmDialog>
      <SheetDialog
        open={password !== null}
        onOpenChange={() => setPassword(null)}
        title={t('act.reset-password')}
      >
        <OneTimePassword username={username} password={password ?? ''} onDone={() => setPassword(null)} />
      </SheetDialog>
    </div>
  )
}

interface RoleFormProps {
  administrator: Administrator
  isPending: boolean
  /** Without `permissions`: all of the role. */
  onRole(chosen: { role: Role; permissions?: string[] }): void
}

function RoleForm({ administrator, isPending, onRole }: RoleFormProps) {
  const { t } = useTranslation('admin-access')
  const [role, setRole] = useState(ROLE_NAMES.find((each) => each === administrator.role) ?? null)
  const { ownPermissions } = administrator
  const [parts, setParts] = useState<readonly string[]>(ownPermissions)
  const permissions = [...parts]
  const isOther =
    role !== administrator.role || [...permissions].sort().join() !== [...ownPermissions].sort().join()
  useUnsaved(role !== null && isOther, 'administrator')
  return (
    <>
      <Field label={t('people.role')} hint={role === null ? '' : t(`roleText.${role}`)}>
        {(control) => (
          <Select
            {...control}
            value={role ?? ''}
            onChange={({ target }) => {
              setRole(ROLE_NAMES.find((each) => each === target.value) ?? null)
              setParts([])
            }}
          >
            {role === null ? <option value="" /> : null}
            {ROLE_NAMES.map((each) => (
              <option key={each} value={each}>
                {t(`role.${each}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {role === null ? null : <RoleParts key={role} role={role} parts={parts} onParts={setParts} />}
      {role !== null && isOther ? (
        <Button
          variant="primary"
          pending={isPending}
          onClick={() => onRole(permissions.length === 0 ? { role } : { role, permissions })}
        >
          {t('act.role')}
        </Button>
      ) : null}
    </>
  )
}
