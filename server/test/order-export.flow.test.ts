import { cancelDeposit } from '@truestrike/protocol/funds-endpoints.ts'
import { billWordsFor } from '@truestrike/protocol/messages/bill-words.ts'
import { LOCALES } from '@truestrike/protocol/messages/locales.ts'
import { orderWordsFor } from '@truestrike/protocol/messages/order-words.ts'
import {
  approveWithdrawOrder,
  exportRechargeOrders,
  exportWithdrawOrders,
  rejectRechargeOrder,
  takeRechargeOrder,
  takeWithdrawOrder,
} from '@truestrike/protocol/review-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  askDeposit,
  askWithdrawal,
  createFundsApp,
  ETH_ADDRESS,
  type FundsApp,
  type FundsUser,
  PAYER,
} from './funds-app.ts'
import type { TestClient } from './test-client.ts'

let app: FundsApp
let admin: TestClient
let anna: FundsUser
beforeAll(async () => {
  app = await createFundsApp()
  admin = await app.admin()
  anna = await app.user('anna', '1000')
})
afterAll(() => app.close())

async function linesOf({ path }: { path: string }, query = '', language = 'en-US'): Promise<string[]> {
  const answer = await admin.raw('GET', `${path}?${query}`, undefined, { 'accept-language': language })
  expect(answer.statusCode).toBe(200)
  const lines = answer.body.split('\r\n')
  expect(lines.pop()).toBe('')
  return lines
}
/** As the fake clock tells it. */
const timeText = (ms: number) => new Date(ms).toISOString().replace('T', ' ').replace('Z', '')
const now = () => timeText(app.clock.nowMs())
/** Users are funded by decisions that count for no limit any more (`ageDecisions`). */
const funded = () => timeText(app.clock.nowMs() - 86_400_000)

test('[D10] recharge orders are a file of CSV with the filters of the list; a remark that would be a formula is none', async () => {
  const { id } = await askDeposit(anna.client, '40.5')
  await admin.ok(takeRechargeOrder, { params: { id }, body: { version: 1 } })
  const remark = '=HYPERLINK("http://evil.example","x")'
  await admin.ok(rejectRechargeOrder, { params: { id }, body: { version: 2, remark } })
  const answer = await admin.raw('GET', exportRechargeOrders.path)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="crypto-trade-recharge-orders-${now().slice(0, 10)}.csv"`,
    'cache-control': 'no-store',
  })
  const head =
    '\uFEFFOrder,UID,User,Method,Amount (USDT),Credited (USDT),Status,Time (UTC),Ended (UTC),Transaction,Remark'
  const rejected = `R${id},${anna.uid},anna,Bank,40.50,,Rejected,${now()},${now()},,"'=HYPERLINK(""http://evil.example"",""x"")"`
  const credited = `R1,${anna.uid},anna,Bank,1000.00,1000.00,Completed,${now()},${funded()},,`
  expect(await linesOf(exportRechargeOrders)).toEqual([head, rejected, credited])
  expect(await linesOf(exportRechargeOrders, 'order=oldest')).toEqual([head, credited, rejected])
  expect(await linesOf(exportRechargeOrders, 'state=rejected&search=ANN&method=bank&maxAmount=41')).toEqual([
    head,
    rejected,
  ])
  expect(await linesOf(exportRechargeOrders, 'method=wallet')).toEqual([head])
  // Its user took it back; a withdrawal alone fails.
  const { id: taken } = await askDeposit(anna.client, '41')
  await anna.client.ok(cancelDeposit, { params: { id: taken } })
  for (const locale of LOCALES) {
    const [, line] = await linesOf(exportRechargeOrders, 'state=failed', locale)
    expect(line?.split(',')[6]).toBe(billWordsFor(locale).status.cancelled)
  }
})

test('[D10] [K8] withdraw orders likewise; of an account at a bank the file tells the bank and the end of the number', async () => {
  const wallet = await askWithdrawal(anna.client)
  const bank = await askWithdrawal(anna.client, {
    ...{ method: 'bank', network: undefined, address: undefined, ...PAYER, amount: '240' },
  })
  const params = { id: wallet.id }
  await admin.ok(takeWithdrawOrder, { params, body: { version: 1 } })
  await admin.ok(approveWithdrawOrder, { params, body: { version: 2 } })
  const [head, ...lines] = await linesOf(exportWithdrawOrders, 'which=open')
  expect(head).toBe(
    '\uFEFFOrder,UID,User,Method,Destination,Amount (USDT),Fee (USDT),Net amount (USDT),Status,Time (UTC),Approved (UTC),Ended (UTC),Payout reference,Remark',
  )
  const begun = `W${wallet.id},${anna.uid},anna,Ethereum,${ETH_ADDRESS},100.00,1.00,99.00,Processing`
  expect(lines).toEqual([
    `${begun},${now()},${now()},,,`,
    `W${bank.id},${anna.uid},anna,Bank,Example Bank ·· 3310,240.00,1.20,238.80,Pending,${now()},,,,`,
  ])
})

test.each(LOCALES)('[D10] [L3] files of orders are headed in %s', async (locale) => {
  const [head = ''] = await linesOf(exportWithdrawOrders, '', locale)
  const { column } = orderWordsFor(locale)
  const texts = [column.order, column.user, column.destination, column.net, column.reference]
  for (const text of texts) expect(head.replace('\uFEFF', '').split(',')).toContain(text)
  if (locale !== 'en-US') expect(head).not.toContain(orderWordsFor('en-US').column.net)
})

test('[D10] a file of more orders than are read at once holds each of them, once', async () => {
  await app.db.exec(`
    insert into deposits (user_id, request_id, method_id, amount_micros, payer, created_ms, updated_ms)
    select (select max(id) from users), 'bulk-' || i, 1, 1000000, 'sealed', 1, 1 from generate_series(1, 2100) i`)
  for (const order of ['oldest', 'newest']) {
    const [, ...lines] = await linesOf(exportRechargeOrders, `state=pending&order=${order}`)
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(2_100)
    expect(lines).toHaveLength(2_100)
  }
})

test('[D10] [D13] [D14] who takes a file along stands in the audit log; without the page’s permission nobody does', async () => {
  await linesOf(exportWithdrawOrders, 'state=pending&search=anna')
  const [last] = await app.db.query<{ subject: string; after: object }>(
    `select subject, after from audit_log where action = 'orders.export' order by id desc limit 1`,
  )
  expect(last).toEqual({ subject: 'withdraw-orders', after: { state: 'pending', search: 'anna' } })
  expect((await admin.raw('GET', `${exportWithdrawOrders.path}?state=open`)).json().code).toBe(
    'INVALID_PARAMETERS',
  )
  const clerk = await app.admin('clerk')
  const codeOf = async (permission: string, { path }: { path: string }) => {
    const permissions = `update administrators set permissions = array[$1] where username = 'clerk'`
    await app.db.query(permissions, [permission])
    return (await clerk.raw('GET', path)).json().code
  }
  expect(await codeOf('recharge-orders', exportWithdrawOrders)).toBe('PERMISSION_DENIED')
  expect(await codeOf('withdraw-orders', exportRechargeOrders)).toBe('PERMISSION_DENIED')
})
