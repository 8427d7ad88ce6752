import { ensure } from '@truestrike/core/assert.ts'
import {
  createDeposit,
  createWithdrawal,
  getFunds,
  listDepositMethods,
} from '@truestrike/protocol/funds-endpoints.ts'
import {
  approveRechargeOrder,
  type ReviewedDeposit,
  takeRechargeOrder,
} from '@truestrike/protocol/review-endpoints.ts'
import { auditLedger } from '../src/ledger/ledger-audit.ts'
import { createAdminClients } from './admin-clients.ts'
import { createTestApp, type TestApp, type TestAppOptions } from './test-app.ts'
import { TEST_PASSWORD, type TestClient } from './test-client.ts'

/** The whole app with words for money that comes and goes. */
export interface FundsApp extends TestApp {
  /** A new user, signed in, with so many real USDT deposited and confirmed. */
  user(name: string, usdt?: string): Promise<FundsUser>
  /** Signed in; the first one owns the site, further ones may do everything too. */
  admin(name?: string): Promise<TestClient>
  /** available / in position / frozen of the real book, in micro-USDT. */
  balancesOf(userId: bigint): Promise<[bigint, bigint, bigint]>
  /** Faults the audit of the ledger finds. */
  auditFaults(): Promise<string[]>
}

export interface FundsUser {
  client: TestClient
  userId: bigint
  uid: string
  name: string
  /** As `balancesOf` of the app. */
  balances(): Promise<[bigint, bigint, bigint]>
}

export const ETH_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
export const TRON_ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
export const PAYER = { accountName: 'Mira Kovac', accountNumber: '0042 7719 3310', bankName: 'Example Bank' }
/** Who sends a deposit by this network, or by bank where it is null. */
export const payerOn = (network: 'eth' | 'tron' | null) =>
  network === null
    ? PAYER
    : { accountName: PAYER.accountName, accountNumber: network === 'eth' ? ETH_ADDRESS : TRON_ADDRESS }

const DAY_MS = 86_400_000

let requests = 0
export const newRequestId = (): string => {
  requests += 1
  return `request-${requests.toString().padStart(6, '0')}`
}

let payouts = 0
/** The hash of a transaction on Ethereum, another one each time. */
export const newPayoutRef = (): string => {
  payouts += 1
  return `0x${payouts.toString(16).padStart(64, '0')}`
}

/** What `createWithdrawal` takes: 100 USDT to a wallet, confirmed by password. */
export const withdrawalOf = (changes: object = {}) => ({
  ...{ requestId: newRequestId(), ruleVersion: 1, amount: '100', password: TEST_PASSWORD },
  ...{ method: 'wallet', network: 'eth', address: ETH_ADDRESS },
  ...changes,
})

export async function createFundsApp(options: TestAppOptions = {}): Promise<FundsApp> {
  const app = await createTestApp({ start: true, ...options })
  const admin = createAdminClients(app)

  /** Funds to begin with: they use up nobody's limit, and keep nobody from paying the user. */
  async function fund(client: TestClient, userId: bigint, usdt: string | undefined): Promise<void> {
    for (const part of partsOf(usdt)) {
      await hideDecisions(app)
      await depositTo(client, await admin(), part)
      await attributeToPast(app, userId)
    }
  }

  return {
    ...app,
    admin,
    balancesOf: (userId) => balancesOf(app, userId),
    async user(name, usdt) {
      const client = app.client()
      await client.join(name)
      const [row] = await app.db.query<{ id: bigint; uid: string }>(
        'select id, uid from users where username = $1',
        [name],
      )
      const { id: userId, uid } = ensure(row)
      await fund(client, userId, usdt)
      return { client, userId, uid, name, balances: () => balancesOf(app, userId) }
    },
    async auditFaults() {
      const report = await auditLedger(app.db)
      return report.checks.flatMap((check) => check.faults.map((fault) => `${check.name}: ${fault}`))
    },
  }
}

async function balancesOf({ db }: TestApp, userId: bigint): Promise<[bigint, bigint, bigint]> {
  const [row] = await db.query<{ a: bigint; p: bigint; f: bigint }>(
    `select available_micros as a, in_position_micros as p, frozen_micros as f from user_balances
    where user_id = $1 and book = 'real'`,
    [userId],
  )
  const { a, p, f } = ensure(row)
  return [a, p, f]
}

/** For a moment nobody has credited anything: what is credited next stays within every limit. */
async function hideDecisions({ db }: TestApp): Promise<void> {
  await db.tx(async (sql) => {
    await sql.query('set local session_replication_role = replica')
    await sql.query(
      "update deposits set reviewer_id = -reviewer_id where state = 'completed' and reviewer_id > 0",
    )
  })
}

/** What a user was credited was credited more than a day ago, by somebody who is gone; all else is as it was. */
async function attributeToPast({ db }: TestApp, userId: bigint): Promise<void> {
  await db.tx(async (sql) => {
    await sql.query('set local session_replication_role = replica')
    await sql.query(
      `update deposits set reviewer_id = 999999, ended_ms = ended_ms - $2
      where user_id = $1 and state = 'completed' and abs(reviewer_id) <> 999999`,
      [userId, DAY_MS],
    )
    await sql.query('update deposits set reviewer_id = abs(reviewer_id) where reviewer_id < 0')
  })
}

/** All that was decided so far was decided more than a day ago. The clock itself would take a day's prices along. */
export async function ageDecisions({ db }: TestApp): Promise<void> {
  await db.tx(async (sql) => {
    await sql.query('set local session_replication_role = replica')
    await sql.query('update deposits set ended_ms = ended_ms - $1', [DAY_MS])
    await sql.query('update withdrawals set ended_ms = ended_ms - $1', [DAY_MS])
    await sql.query('update withdrawal_returns set created_ms = created_ms - $1', [DAY_MS])
    await sql.query('update balance_adjustments set created_ms = created_ms - $1', [DAY_MS])
  })
}

export async function askDeposit(client: TestClient, amount: string, changes: object = {}) {
  const { methods } = await client.ok(listDepositMethods)
  const methodId = ensure(methods[0]).id
  const body = { requestId: newRequestId(), methodId, amount, ...PAYER, ...changes }
  return (await client.ok(createDeposit, { body })).deposit
}

/** Each within what one administrator may credit. */
function partsOf(usdt = '0'): string[] {
  const whole = Number(usdt)
  if (whole <= 5_000) return whole === 0 ? [] : [usdt]
  return ['5000', ...partsOf((whole - 5_000).toString())]
}

/** Asked for, taken on and confirmed. */
export async function depositTo(
  client: TestClient,
  admin: TestClient,
  amount: string,
): Promise<ReviewedDeposit> {
  const { id } = await askDeposit(client, amount)
  await admin.ok(takeRechargeOrder, { params: { id }, body: { version: 1 } })
  const body = { version: 2, credited: amount }
  return (await admin.ok(approveRechargeOrder, { params: { id }, body })).deposit
}

export async function askWithdrawal(client: TestClient, changes: object = {}) {
  const { ruleVersion } = await client.ok(getFunds)
  return (await client.ok(createWithdrawal, { body: withdrawalOf({ ruleVersion, ...changes }) })).withdrawal
}
