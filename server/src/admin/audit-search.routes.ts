import {
  exportAuditLog,
  getAuditChain,
  getAuditEntry,
  listAuditLog,
} from '@truestrike/protocol/audit-endpoints.ts'
import type { Router } from '../platform/route.ts'
import { parseRowId } from '../platform/row-id.ts'
import type { AuditSearchService } from './audit-search.service.ts'

export function registerAuditSearchRoutes(router: Router, search: AuditSearchService): void {
  router.route(listAuditLog, ({ query }) => search.list(query))
  router.download(exportAuditLog, ({ query, request }, admin) => search.export(query, admin, request), {
    // Whole logs are as rare as files that are handed in.
    limit: 'upload',
  })
  router.route(getAuditEntry, ({ params }) => search.get(parseRowId(params.id)))
  router.route(getAuditChain, () => search.getChain())
}
