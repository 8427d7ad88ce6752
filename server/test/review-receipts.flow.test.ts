import { adminLogout } from '@truestrike/protocol/account-endpoints.ts'
import { getDepositReceipt, putDepositReceipt } from '@truestrike/protocol/funds-endpoints.ts'
import { getRechargeReceipt } from '@truestrike/protocol/order-details-endpoints.ts'
import { takeRechargeOrder } from '@truestrike/protocol/review-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askDeposit, createFundsApp, type FundsApp, type FundsUser } from './funds-app.ts'
import { pdf } from './pdfs.ts'
import { FORM_TYPE, filePart, formBody, picture } from './pictures.ts'
import type { TestClient } from './test-client.ts'

let app: FundsApp
let admin: TestClient
let anna: FundsUser
beforeAll(async () => {
  app = await createFundsApp()
  admin = await app.admin()
  anna = await app.user('anna')
})
afterAll(() => app.close())

async function withReceipt(file: Uint8Array): Promise<string> {
  const { id } = await askDeposit(anna.client, '50')
  await anna.client.raw(
    'POST',
    putDepositReceipt.path.replace(':id', id),
    formBody([filePart(file)]),
    FORM_TYPE,
  )
  return id
}

const addressFor = async (client: TestClient, id: string) =>
  (await client.ok(getRechargeReceipt, { params: { id } })).address
const get = (client: TestClient, address: string) =>
  client.raw('GET', address, undefined, { authorization: '' })
const looksAt = async (id: string) =>
  await app.db.query<{ username: string; ip: string }>(
    `select a.username, l.ip from audit_log l join administrators a on a.id = l.actor_id
    where l.action = 'deposit.receipt-seen' and l.actor_kind = 'admin' and l.subject = $1 order by l.id`,
    [`deposit:${id}`],
  )

test('[D10] [F2] a reviewer sees a receipt as it was handed in, only as an attachment, and each look is in the audit log', async () => {
  const paper = await withReceipt(pdf())
  const { address, untilMs } = await admin.ok(getRechargeReceipt, { params: { id: paper } })
  expect(untilMs).toBe(app.clock.nowMs() + 60_000)
  expect(await looksAt(paper)).toEqual([])
  const file = await get(admin, address)
  expect(file.rawPayload).toEqual(pdf())
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="receipt-${paper}.pdf"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  expect((await get(admin, address)).statusCode).toBe(200)
  const look = { username: app.firstRun.adminUsername, ip: '127.0.0.1' }
  expect(await looksAt(paper)).toEqual([look, look])

  const photo = await withReceipt(await picture('jpeg', 600, 400))
  await admin.ok(takeRechargeOrder, { params: { id: photo }, body: { version: 1 } })
  const shown = await get(admin, await addressFor(admin, photo))
  expect(shown.headers).toMatchObject({ 'content-type': 'image/jpeg' })
  expect(String(shown.headers['content-disposition'])).toMatch(/^attachment/)

  const { id } = await askDeposit(anna.client, '50')
  expect(await admin.refused(getRechargeReceipt, { params: { id } })).toBe('NOT_FOUND')
  for (const none of ['999999', '9'.repeat(19)])
    expect(await admin.refused(getRechargeReceipt, { params: { id: none } })).toBe('REVIEW_NOT_FOUND')
})

test('[D10] [D13] [K3] the address is good for a minute, for the session that asked, and while its administrator may see it', async () => {
  const id = await withReceipt(pdf())
  const clerk = await app.admin('clerk')
  const permit = (permissions: string) =>
    app.db.query(`update administrators set permissions = $1::text[] where username = 'clerk'`, [permissions])
  await permit('{withdraw-orders}')
  expect(await clerk.refused(getRechargeReceipt, { params: { id } })).toBe('PERMISSION_DENIED')
  await permit('{recharge-orders}')
  const address = await addressFor(clerk, id)
  const statuses = async (...clients: TestClient[]) =>
    await Promise.all(clients.map(async (client) => (await get(client, address)).statusCode))

  const both = app.client()
  for (const [name, value] of anna.client.cookies) both.cookies.set(name, value)
  expect(await statuses(clerk, admin, anna.client, app.client(), both)).toEqual([200, 404, 404, 404, 404])
  const own = (await anna.client.ok(getDepositReceipt, { params: { id } })).address
  expect((await get(admin, own)).statusCode).toBe(404)

  await permit('{withdraw-orders}')
  expect(await statuses(clerk)).toEqual([404])
  await permit('{recharge-orders}')
  await app.clock.advance(59_000)
  expect(await statuses(clerk)).toEqual([200])
  await app.clock.advance(1_000)
  expect(await statuses(clerk)).toEqual([404])

  const fresh = await addressFor(clerk, id)
  const cookies = new Map(clerk.cookies)
  await clerk.ok(adminLogout)
  for (const [name, value] of cookies) clerk.cookies.set(name, value)
  expect((await get(clerk, fresh)).statusCode).toBe(404)
  expect((await looksAt(id)).map(({ username }) => username)).toEqual(['clerk', 'clerk'])
})
