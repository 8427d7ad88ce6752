import type { Accounts } from '../accounts/accounts.module.ts'
import type { ApprovalsService } from '../approvals/approvals.service.ts'
import type { Funds } from '../funds/funds.module.ts'
import type { InvitationsService } from '../invitations/invitations.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { NoticesService } from '../notifications/notices.service.ts'
import type { Bus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { ListExports } from '../platform/list-exports.ts'
import type { Router } from '../platform/route.ts'
import type { OwnLimitsModule } from '../trading/own-limits.module.ts'
import type { RecordsService } from '../trading/records.service.ts'
import { createAdjustBalance } from './adjust-balance.ts'
import { addIdentityReview } from './identity-routes.ts'
import { addPeopleActs } from './people-acts.ts'
import { addPeopleLists } from './people-lists.ts'
import { createResetTwoFactor } from './reset-two-factor.ts'

export interface PeopleParts {
  db: Db
  exports: ListExports
  bus: Bus
  clock: Clock
  accounts: Accounts
  ledger: LedgerService
  trading: { records: Pick<RecordsService, 'withTerms'> }
  ownLimits: Pick<OwnLimitsModule, 'get'>
  notices: NoticesService
  funds: Funds
  invitations: InvitationsService
  approvals: ApprovalsService
  administrators: { namesOf(ids: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> }
}

/** Users, as the back office sees them and acts on them. */
export function addPeople(router: Router, parts: PeopleParts): void {
  const adjusting = createAdjustBalance(parts)
  const resetting = createResetTwoFactor(parts)
  addPeopleLists(router, { ...parts, adjusting, resetting })
  addPeopleActs(router, { ...parts, adjusting, resetting })
  addIdentityReview(router, parts)
}
