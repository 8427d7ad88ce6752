import type { Reviewed } from './outcome-allow-list.ts'

/** Calls by which administrators come in and are managed, and the log of what they did. None of them knows a contract. */
export const ADMINISTRATORS_CALLS: Reviewed['far'] = [
  {
    why: 'who may work in the back office and how he signs in; what he may do there is looked at call by call',
    items: `GET /api/admin/administrators
      GET /api/admin/administrators/:id
      GET /api/admin/audit-log
      GET /api/admin/audit-log/:id
      GET /api/admin/audit-log/chain
      GET /api/admin/audit-log/export
      GET /api/admin/profile
      GET /api/admin/profile/security
      GET /api/admin/profile/sessions
      POST /api/admin/administrators
      POST /api/admin/administrators/:id/disable
      POST /api/admin/administrators/:id/enable
      POST /api/admin/administrators/:id/end-sessions
      POST /api/admin/administrators/:id/reset-password
      POST /api/admin/administrators/:id/reset-two-factor
      POST /api/admin/administrators/:id/role
      POST /api/admin/login
      POST /api/admin/logout
      POST /api/admin/profile/password
      POST /api/admin/profile/sessions/:id/end
      POST /api/admin/profile/sessions/end-others
      POST /api/admin/profile/two-factor/begin
      POST /api/admin/profile/two-factor/confirm
      POST /api/admin/profile/two-factor/recovery-codes
      POST /api/admin/profile/two-factor/remove`,
  },
]
