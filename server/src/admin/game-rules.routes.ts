import {
  listOfferedRules,
  listRuleVersions,
  proposeRules,
  simulateRule,
  switchRule,
} from '@truestrike/protocol/rule-endpoints.ts'
import type { ApprovalsService } from '../approvals/approvals.service.ts'
import type { Db } from '../platform/db.ts'
import type { Router } from '../platform/route.ts'
import type { Trading } from '../trading/trading.module.ts'
import { createProposeRules } from './propose-rules.ts'

const READ = { limit: 'read' } as const

export interface GameRulesParts {
  db: Db
  trading: Pick<Trading, 'ruleAdmin' | 'simulations'>
  approvals: Pick<ApprovalsService, 'register'>
}

/** Game rules: what is offered is stopped by one administrator, and changed by two. */
export function addGameRules(router: Router, parts: GameRulesParts): void {
  const { ruleAdmin, simulations } = parts.trading
  const proposing = createProposeRules(parts)

  router.route(
    listOfferedRules,
    async ({ query }, admin) => {
      const { available, fromMs: availableFromMs } = await proposing.anotherFor(admin)
      return { rules: await ruleAdmin.list(query), available, availableFromMs }
    },
    READ,
  )
  router.route(listRuleVersions, async ({ query }) => ({ versions: await ruleAdmin.versions(query) }), READ)
  router.route(switchRule, async ({ body, request }, admin) => {
    await ruleAdmin.switchOne({ admin, request }, body)
    return {}
  })
  router.route(proposeRules, async ({ body, request }, admin) => ({
    proposal: await proposing.propose({ admin, request }, body),
  }))
  router.route(simulateRule, async ({ body }) => ({
    simulation: await simulations.simulate(body.symbol, body.rule),
  }))
}
