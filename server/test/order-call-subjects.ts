import { getConfiguredText, getSystemConfig } from '@truestrike/protocol/config-endpoints.ts'
import { post } from './admin-call-subjects.ts'
import type { CallWorld } from './call-world.ts'
import { askDeposit, askWithdrawal, type FundsUser, newPayoutRef } from './funds-app.ts'
import type { Subject, Subjects } from './user-call-subjects.ts'

type Step = readonly [name: string, body?: object]

/** A deposit that was taken so far by the first administrator. */
const deposit =
  (steps: readonly Step[], body: object = {}) =>
  async ({ owner, spare }: CallWorld): Promise<Subject> => {
    const { id } = await askDeposit((await spare()).client, '10')
    let version = 1
    for (const [name, more] of steps) {
      await post(owner, `/api/admin/recharge-orders/${id}/${name}`, { version, ...more })
      version += 1
    }
    return { path: { id }, body: { version, ...body } }
  }

/** The same of a withdrawal, of the user with a long history where no other one is named. */
const withdrawal =
  (
    steps: readonly Step[],
    body: () => object = () => ({}),
    userOf = async ({ user }: CallWorld): Promise<FundsUser> => user,
  ) =>
  async (world: CallWorld): Promise<Subject> => {
    const { owner } = world
    const { id } = await askWithdrawal((await userOf(world)).client)
    let version = 1
    for (const [name, more] of steps) {
      await post(owner, `/api/admin/withdraw-orders/${id}/${name}`, { version, ...more })
      version += 1
    }
    return { path: { id }, body: { version, ...body() } }
  }

const taken: Step = ['take']
const approved: readonly Step[] = [taken, ['approve']]

const ORDER_CALLS: Subjects = {
  'GET /api/admin/recharge-orders/:id': ({ depositId }) => ({ path: { id: depositId } }),
  'GET /api/admin/recharge-orders/:id/receipt': ({ depositId }) => ({ path: { id: depositId } }),
  'POST /api/admin/recharge-orders/:id/take': deposit([]),
  'POST /api/admin/recharge-orders/:id/approve': deposit([taken], {
    ...{ credited: '10', transactionId: undefined },
  }),
  'POST /api/admin/recharge-orders/:id/reject': deposit([taken]),
  'GET /api/admin/withdraw-orders/:id': ({ withdrawalId }) => ({ path: { id: withdrawalId } }),
  'GET /api/admin/withdraw-orders/checks': async ({ app }) => {
    const rows = await app.db.query<{ id: bigint }>('select id from withdrawals order by id desc limit 50')
    return { query: { ids: rows.map(({ id }) => id).join() } }
  },
  'POST /api/admin/withdraw-orders/:id/take': withdrawal([]),
  'POST /api/admin/withdraw-orders/:id/approve': withdrawal([taken]),
  'POST /api/admin/withdraw-orders/:id/reject': withdrawal([taken]),
  'POST /api/admin/withdraw-orders/:id/pay': withdrawal(approved, () => ({ payoutRef: newPayoutRef() })),
  'POST /api/admin/withdraw-orders/:id/fail': withdrawal(approved),
  'POST /api/admin/withdraw-orders/:id/correct': withdrawal(
    [...approved, ['fail', { remark: 'not paid' }]],
    () => ({ payoutRef: newPayoutRef(), shortfall: '0.00' }),
  ),
  // Whoever books a payout as come back pays its user no more: this user is another one each time.
  'POST /api/admin/withdraw-orders/:id/return': async (world) =>
    withdrawal([...approved, ['pay', { payoutRef: newPayoutRef() }]], undefined, ({ app, next }) =>
      app.user(`paid_${next()}`, '500'),
    )(world),
}

/** Of a part of the configuration: as it is, with something else. */
const configured =
  (section: 'basic' | 'funds' | 'trading' | 'mail', change: (number: number) => object) =>
  async ({ owner, next }: CallWorld): Promise<Subject> => {
    const config = await owner.ok(getSystemConfig)
    const part = { ...config[section], ...change(next()) }
    return { body: { version: config.versions[section].version, [section]: part } }
  }

const METHODS_MAX = 30
const method = (at: number, number: number) => ({
  ...{ kind: 'bank', network: null, address: null, picture: null, enabled: true },
  ...{ name: '語'.repeat(60), accountName: '語'.repeat(100), bankName: '語'.repeat(100) },
  ...{ accountNumber: `${number} ${at}`.padEnd(64, '7'), instructions: '語'.repeat(350) },
})

const raised = async (
  { owner, requestId }: CallWorld,
  from: (config: Awaited<ReturnType<typeof readConfig>>) => string,
): Promise<Subject> => {
  const before = from(await readConfig(owner))
  return { body: { requestId: requestId(), from: before, to: String(Number(before) + 100) } }
}
const readConfig = (owner: CallWorld['owner']) => owner.ok(getSystemConfig)

const CONFIG_CALLS: Subjects = {
  'GET /api/admin/system/config/second-admin/preview': () => ({ query: { to: '1000000' } }),
  'POST /api/admin/system/config/basic': configured('basic', () => ({ siteDescription: '語'.repeat(300) })),
  'POST /api/admin/system/config/funds': configured('funds', (number) => ({ bankFeeBps: number % 100 })),
  'POST /api/admin/system/config/trading': configured('trading', (number) => ({
    exposureWarningBps: 5_000 + number,
  })),
  'POST /api/admin/system/config/mail': configured('mail', () => ({ senderName: '語'.repeat(60) })),
  'POST /api/admin/system/config/methods': async ({ owner, next }) => {
    const { versions } = await owner.ok(getSystemConfig)
    const number = next()
    const methods = Array.from({ length: METHODS_MAX }, (_, at) => method(at, number))
    return { body: { version: versions.methods.version, methods } }
  },
  'POST /api/admin/system/config/texts': async ({ owner }) => {
    const query = { page: 'terms', locale: 'de-DE' } as const
    const { version } = await owner.ok(getConfiguredText, { query })
    return { body: { ...query, version } }
  },
  'POST /api/admin/system/config/second-admin': (world) =>
    raised(world, ({ funds }) => funds.secondAdminAbove),
  'POST /api/admin/system/config/exposure-limit': (world) =>
    raised(world, ({ trading }) => trading.exposureLimit),
}

/** Calls of administrators that review orders and set what the operator decides. */
export const ORDER_CALL_SUBJECTS: Subjects = { ...ORDER_CALLS, ...CONFIG_CALLS }
