import { AREAS, mayDo, type Permission, ROLES, type Role } from '@truestrike/protocol/permissions.ts'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../ui/Checkbox.tsx'

interface RolePartsProps {
  role: Role
  /** Those of the role's permissions that are ticked; none: all of them. */
  parts: readonly string[]
  onParts(parts: readonly string[]): void
}

/** Leaves an administrator with parts of his role; the last of them stays. */
export function RoleParts({ role, parts, onParts }: RolePartsProps) {
  const { t } = useTranslation('admin-access')
  const all = permissionsIn(role)
  const ticked = all.filter((each) => parts.length === 0 || parts.includes(each))
  const turn = (permission: Permission): void => {
    const next = all.filter((each) => ticked.includes(each) !== (each === permission))
    if (next.length > 0) onParts(next.length === all.length ? [] : next)
  }
  return (
    <details open={parts.length > 0}>
      <summary>{t('people.narrow')}</summary>
      <p className="cap">{t('people.narrowHint')}</p>
      <div className="adm-role-parts">
        {all.map((each) => (
          <Checkbox key={each} checked={ticked.includes(each)} onChange={() => turn(each)}>
            {t(`area.${each.replace(':read', '')}`)}
          </Checkbox>
        ))}
      </div>
    </details>
  )
}

/** Area by area: to act where the role acts, else to look. */
const permissionsIn = (role: Role): Permission[] =>
  AREAS.flatMap((area): Permission[] => {
    if (mayDo(ROLES[role], area)) return [area]
    return mayDo(ROLES[role], `${area}:read`) ? [`${area}:read`] : []
  })
