import { ensure } from '@truestrike/core/assert.ts'
import { formatMicros } from '@truestrike/core/money.ts'
import {
  exportUsers,
  getUser,
  listUserLedger,
  listUserLogins,
  listUserSessions,
  listUsers,
} from '@truestrike/protocol/people-endpoints.ts'
import type { Accounts } from '../accounts/accounts.module.ts'
import type { Funds } from '../funds/funds.module.ts'
import type { InvitationsService } from '../invitations/invitations.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { AdminPrincipal, Router } from '../platform/route.ts'
import type { OwnLimitsModule } from '../trading/own-limits.module.ts'
import type { RecordsService } from '../trading/records.service.ts'
import type { createAdjustBalance } from './adjust-balance.ts'
import { listedFields } from './listed-user.ts'
import type { createResetTwoFactor } from './reset-two-factor.ts'
import { createUserLists, seesAddresses, type UserListParts } from './user-lists.service.ts'

const READ = { limit: 'read' } as const
/** Whole lists are as rare as files that are handed in. */
const FILE = { limit: 'upload' } as const
const ENTRIES = 50

interface Parts extends UserListParts {
  accounts: Pick<Accounts, 'directory' | 'users' | 'devices' | 'profiles'>
  ledger: LedgerService
  trading: { records: Pick<RecordsService, 'withTerms'> }
  ownLimits: Pick<OwnLimitsModule, 'get'>
  funds: Pick<Funds, 'getAdjustLeft'>
  invitations: Pick<InvitationsService, 'generationsOf'>
  adjusting: ReturnType<typeof createAdjustBalance>
  resetting: ReturnType<typeof createResetTwoFactor>
}

/** Users as administrators look at them. */
export function addPeopleLists(router: Router, parts: Parts): void {
  const { accounts, ledger } = parts
  const { records } = parts.trading
  const { users, directory, devices } = accounts
  const lists = createUserLists(parts)
  const describe = createDescribe(parts)

  router.route(listUsers, ({ query }, admin) => lists.list(admin, query), READ)
  router.download(exportUsers, ({ query, request }, admin) => lists.export(admin, query, request), FILE)
  router.route(
    getUser,
    async ({ params }, admin) => ({ user: await describe(await users.idOf(params.uid), admin) }),
    READ,
  )
  router.route(
    listUserSessions,
    async ({ params }) => ({ sessions: await directory.listSessions(await users.idOf(params.uid)) }),
    READ,
  )
  router.route(
    listUserLogins,
    async ({ params, query }) => devices.listLogins(await users.idOf(params.uid), query),
    READ,
  )
  router.route(
    listUserLedger,
    async ({ params, query: { book = 'real', limit = ENTRIES, cursor } }) => {
      const page = await ledger.listEntries(await users.idOf(params.uid), { book, limit, cursor })
      return { ...page, entries: await records.withTerms(page.entries) }
    },
    READ,
  )
}

/** All there is to see of one user at once. */
function createDescribe(parts: Parts) {
  const { accounts, ledger, ownLimits, funds, invitations, adjusting, resetting } = parts
  return async (userId: bigint, admin: AdminPrincipal) => {
    const [row, profile, balances, limits, generations, limit, adjusted, reset] = await Promise.all([
      accounts.directory.get(userId),
      accounts.profiles.get(userId),
      ledger.getBalances(userId),
      ownLimits.get(userId),
      invitations.generationsOf(userId),
      funds.getAdjustLeft(userId, admin.adminId),
      adjusting.anotherFor(admin),
      resetting.anotherFor(admin),
    ])
    return {
      ...listedFields(row, seesAddresses(admin)),
      bio: profile.bio,
      invitedBy: await inviter(row.invitedByUid),
      balances: { real: balances.real, demo: balances.demo },
      limits,
      generations,
      secondFor: { adjustBalance: adjusted.available, resetTwoFactor: reset.available },
      secondFromMs: { adjustBalance: adjusted.fromMs, resetTwoFactor: reset.fromMs },
      adjustLimit: formatMicros(limit),
    }
  }

  async function inviter(uid: string | null) {
    if (uid === null) return null
    const id = await accounts.users.idOf(uid)
    return ensure((await accounts.users.namesOf([id])).get(id))
  }
}
