import * as account from '@truestrike/protocol/account-endpoints.ts'
import * as adminAccount from '@truestrike/protocol/admin-account-endpoints.ts'
import * as administrators from '@truestrike/protocol/administrator-endpoints.ts'
import * as announcements from '@truestrike/protocol/announcement-endpoints.ts'
import * as approvals from '@truestrike/protocol/approval-endpoints.ts'
import * as audit from '@truestrike/protocol/audit-endpoints.ts'
import * as config from '@truestrike/protocol/config-endpoints.ts'
import * as contractLists from '@truestrike/protocol/contract-list-endpoints.ts'
import * as dashboard from '@truestrike/protocol/dashboard-endpoints.ts'
import * as details from '@truestrike/protocol/order-details-endpoints.ts'
import * as peopleActs from '@truestrike/protocol/people-acts-endpoints.ts'
import * as people from '@truestrike/protocol/people-endpoints.ts'
import * as products from '@truestrike/protocol/product-endpoints.ts'
import * as review from '@truestrike/protocol/review-endpoints.ts'
import * as rules from '@truestrike/protocol/rule-endpoints.ts'
import * as voids from '@truestrike/protocol/void-endpoints.ts'

interface AdminCall {
  method: string
  path: string
  body: Record<string, unknown> | null
}

interface Described {
  method: string
  path: string
  audience: string
  body?: { properties?: Record<string, unknown> }
}

/** Every call for administrators, and that by which one becomes one. */
export const ADMIN_CALLS: readonly AdminCall[] = Object.values({
  ...account,
  ...announcements,
  ...approvals,
  ...people,
  ...peopleActs,
  ...contractLists,
  ...adminAccount,
  ...administrators,
  ...audit,
  ...config,
  ...products,
  ...rules,
  ...dashboard,
  ...review,
  ...details,
  ...voids,
} as unknown as Record<string, Described>)
  .filter((value) => typeof value?.path === 'string' && value.path.startsWith('/api/admin/'))
  .map(({ method, path, body }) => ({ method, path, body: body?.properties ?? null }))
