import { join } from 'node:path'
import { ensure } from '@truestrike/core/assert.ts'
import { adminChangePassword, adminLogin } from '@truestrike/protocol/account-endpoints.ts'
import { rejectRechargeOrder, takeRechargeOrder } from '@truestrike/protocol/review-endpoints.ts'
import { prepareFirstRun, reissueAdminPassword } from '../src/admin/first-run.ts'
import { auditInOneSnapshot } from '../src/ledger/ledger-audit.ts'
import { createPasswordHasher } from '../src/platform/password-hasher.ts'
import { systemRandom } from '../src/platform/secret-token.ts'
import { rotateKey } from '../src/proof/rotate-key.ts'
import { createGameRulesService } from '../src/trading/game-rules.service.ts'
import { haltTrading, resumeTrading } from '../src/trading/trading-settings.store.ts'
import { ADMIN_CALLS } from './admin-calls.ts'
import { askDeposit, depositTo } from './funds-app.ts'
import { HOSTILE_VALUES } from './hostile-values.ts'
import { createSecondTrading, readProducts } from './second-trading.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { createTestBrowser } from './test-browser.ts'

/** A site under an operator: its first process, which holds the database, and the one that serves now. */
export interface OperatedSite {
  first: TestApp
  now: TestApp
}

/** Something an operator does to a running site. */
export type OperatorAct = (site: OperatedSite) => Promise<unknown>

const PASSWORD = 'a long password of an operator'
const parts = ({ first: { db, clock, config } }: OperatedSite) => ({
  ...{ db, clock, dataDir: config.dataDir, publicUrl: 'http://localhost:3000', random: systemRandom },
  hasher: createPasswordHasher({ cost: { memoryKib: 64, passes: 1 } }),
})

/** Signs in as the administrator, replaces the one-time password and makes every call there is, sensibly and not. */
const callEverything: OperatorAct = async (site) => {
  const { adminUsername, adminPassword } = await reissueAdminPassword(parts(site))
  const browser = createTestBrowser(site.now.app.http.app)
  const signIn = async (password: string): Promise<void> => {
    const { body } = await browser.post('/api/admin/login', { username: adminUsername, password })
    browser.token = body.data.token
  }
  await signIn(ensure(adminPassword))
  const replaced = { currentPassword: adminPassword, newPassword: PASSWORD }
  const { status } = await browser.post('/api/admin/profile/password', replaced)
  if (status !== 200) throw new Error(`the password was not replaced: ${status}`)
  const [user] = await site.first.db.query<{ uid: string }>('select uid from users order by id limit 1')
  for (const call of ADMIN_CALLS) {
    for (const value of HOSTILE_VALUES) {
      const fields = Object.keys(call.body ?? {})
      const body = Object.fromEntries(fields.map((field) => [field, value]))
      const path = call.path.replace(':id', '1').replace(':uid', user?.uid ?? '1000000000')
      if (call.method === 'GET') await browser.get(path)
      else if (fields.length > 0) {
        // A wrong password makes the next wait, by a clock that stands still here.
        if (/password|code/i.test(fields.join())) await site.first.db.query('delete from login_attempts')
        await browser.post(path, body)
      }
    }
  }
  await browser.post('/api/admin/logout', {})
}

/** A user's deposits are reviewed to their end: one credited, one refused. */
const reviewDeposits: OperatorAct = async (site) => {
  const { adminUsername, adminPassword } = await reissueAdminPassword(parts(site))
  const admin = site.now.client()
  const signIn = async (password: string): Promise<void> => {
    admin.token = (await admin.ok(adminLogin, { body: { username: adminUsername, password } })).token
  }
  const currentPassword = ensure(adminPassword)
  await signIn(currentPassword)
  await admin.ok(adminChangePassword, { body: { currentPassword, newPassword: PASSWORD } })
  await signIn(PASSWORD)
  const payer = site.now.client()
  await payer.join('payer_of_two')
  await depositTo(payer, admin, '20')
  const params = { id: (await askDeposit(payer, '30')).id }
  await admin.ok(takeRechargeOrder, { params, body: { version: 1 } })
  await admin.ok(rejectRechargeOrder, { params, body: { version: 2, remark: 'nothing has arrived' } })
}

const sql =
  (text: string): OperatorAct =>
  ({ first: { db } }) =>
    db.query(text)

/** A rule that would turn every open contract round, for new ones. */
const otherRules: OperatorAct = async ({ first: { db, clock } }) => {
  const products = await readProducts({ db })
  const rules = createGameRulesService({ db, clock, products })
  for (const durationSeconds of [30, 60]) {
    await rules.updateRule(db, ensure(products.find('BTCUSDT')).id, {
      ...{
        symbol: 'BTCUSDT',
        durationSeconds,
        payoutBps: 1,
        windowMs: 0,
        openingDelayMs: 0,
        openTimeoutMs: 1,
      },
      ...{ stakeMinMicros: 1n, stakeMaxMicros: 2n, staleMs: 1, maxGapMs: 1 },
    })
  }
}

/** The process ends and another one begins, with another configuration wherever that is allowed. */
const restart: OperatorAct = async (site) => {
  const before = site.now
  await before.app.stop()
  const env = {
    FOREX_ALWAYS_OPEN: 'true',
    RETENTION_RAW_DAYS: '1',
    LIMIT_ORDER_PER_MINUTE: '1',
    LOG_LEVEL: 'error',
  }
  site.now = await createTestApp({ beside: site.first, start: true, env })
}

/** By name, all there is in this version: calls, commands, and what an operator would set in the database. */
export const OPERATOR_ACTS: Readonly<Record<string, OperatorAct>> = {
  'every call of an administrator': callEverything,
  'reviews that succeed': reviewDeposits,
  'npm run admin:reset-password': (site) => reissueAdminPassword(parts(site)),
  'npm run audit:ledger': ({ first }) => auditInOneSnapshot(first.db),
  'npm run keys:rotate': ({ first: { db, config } }) =>
    rotateKey({
      db,
      file: join(config.dataDir, 'signing-keys.json'),
      random: systemRandom,
      speed: 1,
      lost: false,
    }),
  'trading halted, npm run trading:resume': async ({ first: { db } }) => {
    await haltTrading(db, 'by the operator')
    await resumeTrading(db)
  },
  'trading halted': ({ first: { db } }) => haltTrading(db, 'by the operator'),
  'new rules': otherRules,
  'no rule offered': sql('update active_rules set enabled = false'),
  'products disabled': async ({ first: { db }, now: { app } }) => {
    await db.query('update products set enabled = false, sort = 1, stale_ms = 1')
    await app.market.refresh()
  },
  'products closed': async ({ first: { db }, now: { app } }) => {
    await db.query(
      `update products p set calendar = f.calendar, calendar_version = p.calendar_version + 1
      from products f where f.symbol = 'EURUSDT'`,
    )
    await app.market.refresh()
  },
  'books closed, no exposure allowed': sql(
    'update trading_settings set demo_enabled = false, real_enabled = false, exposure_limit_micros = 1',
  ),
  'users frozen and signed out': sql(
    `with gone as (update user_sessions set revoked_at_ms = 1) update users set status = 'frozen'`,
  ),
  'another engine, which stops again': async ({ first }) => {
    const second = await createSecondTrading(first)
    await second.start()
    await second.stop()
  },
  restart,
}

/** The first administrator, made before the story begins. */
export const prepareOperator = (site: OperatedSite): Promise<unknown> => prepareFirstRun(parts(site))
