import { ensure } from '@truestrike/core/assert.ts'
import { beginTwoFactor, confirmTwoFactor } from '@truestrike/protocol/security-endpoints.ts'
import { createFundsApp, type FundsApp, type FundsUser } from './funds-app.ts'
import { TEST_PASSWORD, type TestClient } from './test-client.ts'
import { appCode } from './two-factor-app.ts'

/** Users under two administrators, anna and bert, who may do everything. */
export interface PeopleApp extends FundsApp {
  anna: TestClient
  bert: TestClient
  /** Gives an administrator other permissions than all. */
  allow(name: string, ...permissions: string[]): Promise<void>
  /** Turns two-factor sign-in on. */
  protect(user: FundsUser): Promise<void>
  /** Newest first. */
  audited(subject: string): Promise<{ action: string; actorId: bigint; after: Record<string, unknown> }[]>
}

let requests = 0
/** What every act of an administrator has. */
export const because = (reason = 'the user asked for it') => {
  requests += 1
  return { reason, requestId: `act-${requests.toString().padStart(8, '0')}` }
}

export async function createPeopleApp(
  options: Parameters<typeof createFundsApp>[0] = {},
): Promise<PeopleApp> {
  const app = await createFundsApp(options)
  const anna = await app.admin()
  const bert = await app.admin('bert')
  return {
    ...{ ...app, anna, bert },
    async allow(name, ...permissions) {
      await app.db.query('update administrators set permissions = $2 where username = $1', [
        name,
        permissions,
      ])
    },
    async protect({ client }) {
      const { secret } = await client.ok(beginTwoFactor, { body: { password: TEST_PASSWORD } })
      await client.ok(confirmTwoFactor, { body: { code: appCode(secret, app.clock.nowMs()) } })
    },
    async audited(subject) {
      return await app.db.query(
        `select action, actor_id as "actorId", after from audit_log where subject = $1 order by id desc`,
        [ensure(subject)],
      )
    },
  }
}
