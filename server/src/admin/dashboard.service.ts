import type { Dashboard, Risk } from '@truestrike/protocol/dashboard-endpoints.ts'
import type { MarketService } from '../market/market.service.ts'
import { keepASecond } from '../platform/keep-a-second.ts'
import type { AdminPrincipal } from '../platform/route.ts'
import type { FiguresService } from '../trading/figures.service.ts'
import type { RiskService } from '../trading/risk.service.ts'
import { createPendingWork, type PendingParts } from './pending-work.ts'

export interface DashboardParts extends Omit<PendingParts, 'accounts'> {
  accounts: PendingParts['accounts'] & { sessions: { countOnline(): Promise<number> } }
  market: Pick<MarketService, 'listFeedHealth'>
  figures: FiguresService
  risk: RiskService
}

/** How the site stands, put together of what its modules tell. Each part is read once a second, whoever asks; none changes anything. */
export function createDashboardService(parts: DashboardParts) {
  const { clock, accounts, market, figures, risk } = parts
  const pendingFor = createPendingWork(parts)
  const countOnline = keepASecond(clock, (_site: 'all') => accounts.sessions.countOnline())
  const listFeeds = keepASecond(clock, (_site: 'all') => market.listFeedHealth())

  return {
    async getDashboard(admin: AdminPrincipal, book: Dashboard['book']): Promise<Dashboard> {
      const [reading, { lastDelayMs, ...trading }, usersOnline, feeds, pending] = await Promise.all([
        risk.read(book),
        figures.read(book),
        countOnline('all'),
        listFeeds('all'),
        pendingFor(admin),
      ])
      const { atMs, limit, warningBps, total, products } = reading.risk
      return {
        ...{ atMs, book, usersOnline, ...trading, open: reading.open },
        ...{ worstCase: total.worstCase, limit, warningBps, fullest: fullestOf(products) },
        exposure: products.map(({ spans: _spans, ...exposure }) => exposure),
        feeds,
        settlement: { open: reading.open.contracts, late: reading.late, lastDelayMs },
        pending,
      }
    },

    getRisk: async (book: Dashboard['book']): Promise<Risk> => (await risk.read(book)).risk,
  }
}

/** Nearest to the limit of all products; the first of several. */
function fullestOf(products: Risk['products']): Dashboard['fullest'] {
  return products.reduce<Dashboard['fullest']>(
    (best, { symbol, fullest }) =>
      fullest !== null && fullest.shareBps > (best?.shareBps ?? -1) ? { symbol, ...fullest } : best,
    null,
  )
}
