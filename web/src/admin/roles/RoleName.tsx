import { ROLE_NAMES } from '@truestrike/protocol/permissions.ts'
import { useTranslation } from 'react-i18next'

/** A role as people call it; one that is no longer there by its name in the database. */
export function RoleName({ of }: { of: string }) {
  const { t } = useTranslation('admin-access')
  const known = ROLE_NAMES.find((role) => role === of)
  return known === undefined ? <bdi>{of}</bdi> : t(`role.${known}`)
}
