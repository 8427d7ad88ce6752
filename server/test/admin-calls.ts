import * as account from '@truestrike/protocol/account-endpoints.ts'
import * as dashboard from '@truestrike/protocol/dashboard-endpoints.ts'
import * as details from '@truestrike/protocol/order-details-endpoints.ts'
import * as review from '@truestrike/protocol/review-endpoints.ts'
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
  ...dashboard,
  ...review,
  ...details,
  ...voids,
} as unknown as Record<string, Described>)
  .filter((value) => typeof value?.path === 'string' && value.path.startsWith('/api/admin/'))
  .map(({ method, path, body }) => ({ method, path, body: body?.properties ?? null }))
