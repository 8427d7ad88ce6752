import { getMyLiability, listLiabilities } from '@truestrike/protocol/liability-endpoints.ts'
import type { Router } from '../platform/route.ts'
import type { LiabilitiesService } from './liabilities.service.ts'

export function registerLiabilitiesRoutes(router: Router, service: LiabilitiesService): void {
  router.route(listLiabilities, ({ query }) => service.listRoots(query))
  router.route(getMyLiability, ({ query }, user) => service.showMine(user, query))
}
