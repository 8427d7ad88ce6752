import { ensure } from '@truestrike/core/assert.ts'
import { logout } from '@truestrike/protocol/account-endpoints.ts'
import {
  cancelDeposit,
  getDepositReceipt,
  listDeposits,
  putDepositReceipt,
  removeDepositReceipt,
} from '@truestrike/protocol/funds-endpoints.ts'
import { listRechargeOrders, takeRechargeOrder } from '@truestrike/protocol/review-endpoints.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askDeposit, createFundsApp, type FundsApp } from './funds-app.ts'
import { pdf, SCRIPT } from './pdfs.ts'
import { blackPng, FORM_TYPE, filePart, formBody, packedText, picture } from './pictures.ts'
import type { TestClient } from './test-client.ts'

let app: FundsApp
let photo: Buffer
beforeAll(async () => {
  app = await createFundsApp()
  photo = await picture('jpeg', 2_600, 1_600)
})
afterAll(() => app.close())

const send = (client: TestClient, id: string, ...files: (Uint8Array | string)[]) =>
  client.raw('POST', pathOf(id), formBody(files.map((file) => filePart(file))), FORM_TYPE)
const pathOf = (id: string) => putDepositReceipt.path.replace(':id', id)
const receiptOf = async (client: TestClient) =>
  (await client.ok(listDeposits, { query: {} })).deposits.map(({ receipt }) => receipt)
const kept = () => app.db.query<{ id: bigint }>('select deposit_id as id from deposit_receipts')

async function shown(client: TestClient, id: string) {
  const { address, untilMs } = await client.ok(getDepositReceipt, { params: { id } })
  expect(address).toMatch(/^\/uploads\/private\?seal=/)
  expect(untilMs).toBe(app.clock.nowMs() + 60_000)
  return { address, file: await client.raw('GET', address, undefined, { authorization: '' }) }
}

test('[F2] a receipt is handed in, shown, replaced and taken away while the deposit is pending, and stays once it is taken on', async () => {
  const anna = await app.user('anna')
  const { id, receipt } = await askDeposit(anna.client, '50')
  expect(receipt).toBeNull()
  expect(await anna.client.refused(getDepositReceipt, { params: { id } })).toBe('NOT_FOUND')

  const uploadedMs = app.clock.nowMs()
  expect((await send(anna.client, id, photo)).json().data.deposit.receipt).toEqual({
    type: 'picture',
    uploadedMs,
  })
  const { file } = await shown(anna.client, id)
  expect(file.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': `attachment; filename="receipt-${id}.jpg"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(await sharp(file.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 2_000 })
  expect(file.rawPayload.includes('SECRET PLACE')).toBe(false)

  expect((await send(anna.client, id, pdf())).json().data.deposit.receipt).toMatchObject({ type: 'pdf' })
  const second = (await shown(anna.client, id)).file
  expect(second.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="receipt-${id}.pdf"`,
  })
  expect(second.rawPayload).toEqual(pdf())
  expect(await receiptOf(anna.client)).toEqual([{ type: 'pdf', uploadedMs }])

  await anna.client.ok(removeDepositReceipt, { params: { id } })
  await anna.client.ok(removeDepositReceipt, { params: { id } })
  expect(await receiptOf(anna.client)).toEqual([null])
  expect(await kept()).toEqual([])

  await send(anna.client, id, photo)
  const admin = await app.admin()
  await admin.ok(takeRechargeOrder, { params: { id }, body: { version: 1 } })
  expect((await send(anna.client, id, pdf())).json().code).toBe('REQUEST_TAKEN_ON')
  expect(await anna.client.refused(removeDepositReceipt, { params: { id } })).toBe('REQUEST_TAKEN_ON')
  expect((await shown(anna.client, id)).file.statusCode).toBe(200)
  const { deposits } = await admin.ok(listRechargeOrders, { query: { which: 'open' } })
  expect(deposits[0]?.receipt).toMatchObject({ type: 'picture' })
  for (const statement of [
    'delete from deposit_receipts',
    `update deposit_receipts set content_type = 'application/pdf'`,
  ])
    await expect(app.db.query(statement)).rejects.toThrow('keeps its receipt')
  const log = await app.db.query<{ action: string; hash: string | null }>(
    `select action, after->>'hash' as hash from audit_log where subject = $1 order by id`,
    [`deposit:${id}`],
  )
  expect(log.map(({ action }) => action)).toEqual([
    'deposit.create',
    'deposit.receipt',
    'deposit.receipt',
    'deposit.receipt-removed',
    'deposit.receipt',
    'deposit.take',
  ])
  expect(log[1]?.hash).toMatch(/^[0-9a-f]{64}$/)
})

test('[F2] [K3] an address is good for a minute, and only for the session that asked for it', async () => {
  const bert = await app.user('bert')
  const { id } = await askDeposit(bert.client, '50')
  await send(bert.client, id, photo)
  const { address } = await shown(bert.client, id)
  const get = async (client: TestClient, at = address) => (await client.raw('GET', at)).statusCode

  const elsewhere = app.client()
  await elsewhere.login('bert')
  const mallory = await app.user('mallory')
  expect(await get(bert.client)).toBe(200)
  for (const client of [elsewhere, mallory.client, app.client()]) expect(await get(client)).toBe(404)
  expect(await mallory.client.refused(getDepositReceipt, { params: { id } })).toBe('NOT_FOUND')
  expect(await app.client().refused(getDepositReceipt, { params: { id } })).toBe('UNAUTHORIZED')
  expect((await send(mallory.client, id, photo)).json().code).toBe('DEPOSIT_NOT_FOUND')
  expect(await mallory.client.refused(removeDepositReceipt, { params: { id } })).toBe('DEPOSIT_NOT_FOUND')

  const middle = address.length - 20
  const changed = `${address.slice(0, middle)}${address[middle] === 'A' ? 'B' : 'A'}${address.slice(middle + 1)}`
  for (const at of [
    changed,
    '/uploads/private?seal=v1.x.y.z',
    '/uploads/private?seal=',
    `/uploads/receipt-${id}.jpg`,
  ])
    expect(await get(bert.client, at)).toBe(404)
  expect(await get(bert.client, '/uploads/private')).toBe(400)

  await app.clock.advance(59_000)
  expect(await get(bert.client)).toBe(200)
  await app.clock.advance(1_000)
  expect(await get(bert.client)).toBe(404)

  const fresh = (await shown(bert.client, id)).address
  const cookies = new Map(bert.client.cookies)
  await bert.client.ok(logout)
  for (const [name, value] of cookies) bert.client.cookies.set(name, value)
  expect(await get(bert.client, fresh)).toBe(404)
})

test('[F2] [K4] what is no paper is refused in its own words, and nothing is kept of it', async () => {
  const cora = await app.user('cora')
  const { id } = await askDeposit(cora.client, '50')
  const before = await kept()
  const code = async (...files: (Uint8Array | string)[]) =>
    (await send(cora.client, id, ...files)).json().code
  expect(await code()).toBe('FILE_MISSING')
  expect(await code('')).toBe('FILE_MISSING')
  expect(await code(photo, photo)).toBe('MALFORMED_REQUEST')
  for (const file of [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<html>',
    'GIF89a',
    'PK\x03\x04',
    '\n%PDF-1.7',
  ])
    expect(await code(file)).toBe('PAPER_TYPE_REFUSED')
  expect(await code(photo.subarray(0, photo.length >> 1))).toBe('PICTURE_UNREADABLE')
  expect(await code(blackPng(19_000, 19_000))).toBe('PICTURE_TOO_LARGE')
  expect(await code(Buffer.alloc(5 * 1024 * 1024 + 1, photo))).toBe('FILE_TOO_LARGE')
  expect(await code(pdf([SCRIPT]))).toBe('PDF_ACTIVE')
  expect(await code(pdf([], '', '/Encrypt 4 0 R'))).toBe('PDF_ENCRYPTED')
  expect(await code(pdf().subarray(0, 300))).toBe('PDF_UNREADABLE')
  expect(await kept()).toEqual(before)
  cora.client.headers['accept-language'] = 'de-DE'
  expect((await send(cora.client, id, pdf([SCRIPT]))).json().message).toContain('Skripte')

  // A picture that is something else as well is made anew, and only a picture then.
  const polyglots = [
    Buffer.concat([photo, pdf([SCRIPT])]),
    Buffer.concat([photo, Buffer.from('PK\x03\x04<script>alert(1)</script>')]),
    blackPng(40, 40, packedText(60_000_000)),
  ]
  for (const file of polyglots) {
    expect((await send(cora.client, id, file)).statusCode).toBe(200)
    const { rawPayload } = (await shown(cora.client, id)).file
    expect((await sharp(rawPayload).metadata()).format).toBe('jpeg')
    for (const sign of ['PDF', '<script']) expect(rawPayload.includes(sign)).toBe(false)
  }
  expect(app.logged).toEqual([])
})

test('[F2] [K8] a receipt is sealed where it is kept, and goes on being shown after its user took the deposit back', async () => {
  const dora = await app.user('dora')
  const { id } = await askDeposit(dora.client, '50')
  await send(dora.client, id, pdf())
  const [row] = await app.db.query<{ sealed: Uint8Array }>(
    'select sealed from deposit_receipts where deposit_id = $1',
    [id],
  )
  expect(Buffer.from(ensure(row).sealed).includes('%PDF')).toBe(false)
  await dora.client.ok(cancelDeposit, { params: { id } })
  expect((await send(dora.client, id, pdf())).json().code).toBe('REQUEST_TAKEN_ON')
  expect((await shown(dora.client, id)).file.rawPayload).toEqual(pdf())
})
