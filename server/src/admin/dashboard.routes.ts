import { getDashboard, getRisk } from '@truestrike/protocol/dashboard-endpoints.ts'
import type { Router } from '../platform/route.ts'
import { createDashboardService, type DashboardParts } from './dashboard.service.ts'

const READ = { limit: 'read' } as const

/** Both only read. */
export function addDashboard(router: Router, parts: DashboardParts): void {
  const dashboard = createDashboardService(parts)

  router.route(getDashboard, ({ query }, admin) => dashboard.getDashboard(admin, query.book), READ)
  router.route(getRisk, ({ query }) => dashboard.getRisk(query.book), READ)
}
