import { getDashboard, getRisk } from '@truestrike/protocol/dashboard-endpoints.ts'
import { requirePermission } from '../platform/permissions.ts'
import type { Router } from '../platform/route.ts'
import { createDashboardService, type DashboardParts } from './dashboard.service.ts'

const READ = { limit: 'read' } as const
/** Permissions of an administrator, one for each page. */
const DASHBOARD = 'dashboard'
const RISK = 'risk'

/** Both only read. */
export function addDashboard(router: Router, parts: DashboardParts): void {
  const dashboard = createDashboardService(parts)

  router.route(
    getDashboard,
    ({ query }, admin) => {
      requirePermission(admin, DASHBOARD)
      return dashboard.getDashboard(admin, query.book)
    },
    READ,
  )
  router.route(
    getRisk,
    ({ query }, admin) => {
      requirePermission(admin, RISK)
      return dashboard.getRisk(query.book)
    },
    READ,
  )
}
