import { listAlerts, removeAlert, setAlert } from '@truestrike/protocol/alert-endpoints.ts'
import type { MarketModule } from '../market/market.module.ts'
import type { Router } from '../platform/route.ts'
import { createAlertsService } from './alerts.service.ts'
import { type AlertWatchParts, createAlertWatch } from './watch-alerts.ts'

type Parts = Omit<AlertWatchParts, 'market'> & { router: Router; market: MarketModule; engine: boolean }

/** Price alerts: their calls, and in engines who watches them. */
export function createAlerts({ router, engine, ...parts }: Parts) {
  const alerts = createAlertsService(parts)
  router.route(listAlerts, (_call, { userId }) => alerts.list(userId), { limit: 'read' })
  router.route(setAlert, ({ body }, { userId }) => alerts.set(userId, body))
  router.route(removeAlert, ({ params }, { userId }) => alerts.remove(userId, params.id))
  const watch = createAlertWatch(parts)
  return {
    start: async () => {
      if (engine) await watch.start()
    },
    stop: watch.stop,
  }
}
