import { AREAS, mayDo, ROLE_NAMES, ROLES } from '@truestrike/protocol/permissions.ts'
import { useTranslation } from 'react-i18next'

/** What each role reaches, as the server has it. */
export function RoleMatrix() {
  const { t } = useTranslation('admin-access')
  const reachOf = (role: (typeof ROLE_NAMES)[number], area: (typeof AREAS)[number]): string => {
    if (mayDo(ROLES[role], area)) return t('reach.acts')
    return mayDo(ROLES[role], `${area}:read`) ? t('reach.looks') : ''
  }
  return (
    <>
      <p className="t2 adm-reach">{t('reach.text')}</p>
      <div className="panel adm-table-box">
        <table className="table table-dense adm-matrix" aria-label={t('tab.roles')}>
          <thead>
            <tr>
              <th scope="col">{t('reach.part')}</th>
              {ROLE_NAMES.map((role) => (
                <th key={role} scope="col">
                  {t(`role.${role}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {AREAS.map((area) => (
              <tr key={area}>
                <th scope="row">{t(`area.${area}`)}</th>
                {ROLE_NAMES.map((role) => (
                  <td key={role}>{reachOf(role, area)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
