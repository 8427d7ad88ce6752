import type { Router } from '../platform/route.ts'
import { addGameRules, type GameRulesParts } from './game-rules.routes.ts'
import { addProducts } from './products.routes.ts'
import type { ProductsParts } from './products.service.ts'
import { addSystemConfig } from './system-config.routes.ts'
import type { SystemConfigParts } from './system-config.service.ts'

/** What the operator sets while the site runs: the system's configuration, products, game rules. */
export function addOperatorSettings(
  router: Router,
  parts: SystemConfigParts & ProductsParts & GameRulesParts,
): void {
  addSystemConfig(router, parts)
  addProducts(router, parts)
  addGameRules(router, parts)
}
