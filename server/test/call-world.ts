import { randomBytes } from 'node:crypto'
import { ensure } from '@truestrike/core/assert.ts'
import { putDepositReceipt } from '@truestrike/protocol/funds-endpoints.ts'
import { beginTwoFactor, confirmTwoFactor } from '@truestrike/protocol/security-endpoints.ts'
import { getContract, placeContract } from '@truestrike/protocol/trade-endpoints.ts'
import { prove } from '@truestrike/protocol/wallet-endpoints.ts'
import type { SqlValue } from '../src/platform/db.ts'
import { fillHistory } from './full-history.ts'
import { fillLog } from './full-log.ts'
import { askDeposit, askWithdrawal, createFundsApp, type FundsApp, type FundsUser } from './funds-app.ts'
import { handIn } from './identity-papers.ts'
import { watchLoop } from './loop-stalls.ts'
import { FORM_TYPE, filePart, formBody, picture } from './pictures.ts'
import { putRule } from './put-rule.ts'
import { payIn } from './real-funds.ts'
import { TEST_PASSWORD, type TestClient } from './test-client.ts'
import { orderOf, START_PRICE } from './trading-app.ts'
import { appCode } from './two-factor-app.ts'

/** Of one contract alone, so that its receipt is soon there: it needs its expiry, and the block after it. */
const SHORT = { symbol: 'BTCUSDT', durationSeconds: 2 }
const SETTLED_MS = 16_000

/** A site with years behind it, and what the calls to it act on. */
export interface CallWorld {
  app: FundsApp
  /** With thousands of contracts, bills, orders and notices. */
  user: FundsUser
  /** The site's first administrator, and another one who may do everything. */
  owner: TestClient
  bert: TestClient
  /** The longest stretch of the thread's work while the first password in this process was judged, in ms. */
  firstPasswordMs: number
  /** Settled, and its receipt can be had. */
  contractId: string
  /** With a receipt. */
  depositId: string
  withdrawalId: string
  /** Another number each time, which makes names and requests new. */
  next(): number
  requestId(): string
  /** A new user, signed in: for calls that spoil an account for those after them. */
  spare(): Promise<FundsUser>
  /** The same with two-factor sign-in; `code`: one that was not used yet. */
  guarded(): Promise<{ user: FundsUser; code: string }>
  /** A new administrator, signed in. */
  admin(): Promise<TestClient>
  /** Lets BTCUSDT have a fresh price. */
  tick(): Promise<void>
  /** Shows whose the session is. */
  prove(client: TestClient): Promise<void>
  /** The id a statement answers. */
  idOf(statement: string, params?: readonly SqlValue[]): Promise<string>
}

export const ethAddress = (): string => `0x${randomBytes(20).toString('hex')}`

export async function createCallWorld(): Promise<CallWorld> {
  const app = await createFundsApp({ start: false, checkAnswers: false, env: { DEV_INBOX: 'true' } })
  await fillLog(app, 'BTCUSDT')
  await app.app.start()
  const watch = watchLoop()
  const owner = await app.admin()
  const firstPasswordMs = watch.stop().longestMs
  const bert = await app.admin('bert')
  const user = await app.user('largest')
  await fillHistory(app, user)
  await payIn(app.db, user, 1_000_000_000_000n)
  const tools = toolsOf(app)
  await handIn(user, 'Flora Full', 'identity-card')
  const withdrawalId = (await askWithdrawal(user.client)).id
  const depositId = await receiptedDeposit(user)
  const contractId = await settledContract(app, user, tools.tick)
  return { ...tools, firstPasswordMs, app, user, owner, bert, contractId, depositId, withdrawalId }
}

async function receiptedDeposit({ client }: FundsUser): Promise<string> {
  const { id } = await askDeposit(client, '20')
  const form = formBody([filePart(await picture('jpeg'))])
  const path = putDepositReceipt.path.replace(':id', id)
  const { statusCode, body } = await client.raw('POST', path, form, FORM_TYPE)
  if (statusCode !== 200) throw new Error(body)
  return id
}

async function settledContract(
  { clock, db, feed }: FundsApp,
  { client }: FundsUser,
  tick: () => Promise<void>,
): Promise<string> {
  await putRule(db, {
    ...SHORT,
    windowMs: 500,
    openingDelayMs: 300,
    openTimeoutMs: 1_000,
    stakeMaxMicros: 1_000_000_000n,
  })
  await tick()
  const body = orderOf({ ...SHORT, book: 'real' })
  const { contract } = await client.ok(placeContract, { body })
  const fromMs = clock.nowMs()
  for (let passed = 0; passed < SETTLED_MS; passed += 500)
    feed.push('BTCUSDT', { price: START_PRICE, timeMs: fromMs + passed })
  await clock.advance(SETTLED_MS)
  const { id } = contract
  const { state } = (await client.ok(getContract, { params: { id } })).contract
  if (state !== 'completed') throw new Error(`the contract is ${state}`)
  return id
}

function toolsOf(app: FundsApp) {
  let count = 0
  const next = (): number => {
    count += 1
    return count
  }
  const spare = (): Promise<FundsUser> => app.user(`spare_${next()}`)
  return {
    next,
    requestId: () => `call-${next().toString().padStart(8, '0')}`,
    spare,
    async guarded() {
      const user = await spare()
      const { secret } = await user.client.ok(beginTwoFactor, { body: { password: TEST_PASSWORD } })
      const codeAt = (steps: number): string => appCode(secret, app.clock.nowMs() + steps * 30_000)
      await user.client.ok(confirmTwoFactor, { body: { code: codeAt(0) } })
      return { user, code: codeAt(1) }
    },
    admin: () => app.admin(`admin_${next()}`),
    async tick() {
      app.feed.push('BTCUSDT', START_PRICE)
      await app.clock.advance(500)
    },
    prove: async (client: TestClient) => void (await client.ok(prove, { body: { password: TEST_PASSWORD } })),
    async idOf(statement: string, params: readonly SqlValue[] = []) {
      const [row] = await app.db.query<{ id: bigint }>(statement, params)
      return ensure(row, statement).id.toString()
    },
  }
}
