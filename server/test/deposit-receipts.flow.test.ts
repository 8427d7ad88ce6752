import { ensure } from '@truestrike/core/assert.ts'
import { logout } from '@truestrike/protocol/account-endpoints.ts'
import {
  type AskedMethod,
  type ConfiguredMethod,
  changeMethodsConfig,
  getSystemConfig,
} from '@truestrike/protocol/config-endpoints.ts'
import {
  cancelDeposit,
  createDeposit,
  getDepositReceipt,
  listDepositMethods,
  listDeposits,
  putDepositReceipt,
  removeDepositReceipt,
} from '@truestrike/protocol/funds-endpoints.ts'
import { getRechargeOrder } from '@truestrike/protocol/order-details-endpoints.ts'
import { listRechargeOrders, takeRechargeOrder } from '@truestrike/protocol/review-endpoints.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminActor } from '../src/accounts/config-record.ts'
import { createMethodsConfigService } from '../src/funds/methods-config.service.ts'
import { createPaidMethods } from '../src/funds/paid-methods.ts'
import { askDeposit, createFundsApp, type FundsApp, newRequestId, PAYER } from './funds-app.ts'
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

const sitePictures = { nameOf: async () => null, addressOf: () => null }

test('[F2] who pays to a method while it is changed or taken off is taken for 24 hours, and the reviewer sees what he was told', async () => {
  const admin = await app.admin()
  const { client } = await app.user('hugo')
  const read = async () => await client.ok(listDepositMethods)
  const config = () => admin.ok(getSystemConfig)
  const first = async (changes: object = {}): Promise<AskedMethod[]> => {
    const { isTest: _test, ...method } = ensure((await config()).methods[0])
    return [{ ...method, ...changes }]
  }
  const changeTo = async (methods: AskedMethod[]) => {
    const { version } = (await config()).versions.methods
    await admin.ok(changeMethodsConfig, { body: { version, methods } })
  }
  const ask = async (methodId: string) => {
    const body = { requestId: newRequestId(), methodId, amount: '30', ...PAYER }
    return (await client.ok(createDeposit, { body })).deposit
  }
  const seen = async (id: string) => await admin.ok(getRechargeOrder, { params: { id } })

  const old = ensure((await read()).methods[0])
  await changeTo(await first({ accountNumber: 'DE00 1234' }))
  const { methods, ended } = await read()
  expect(methods).toMatchObject([{ accountNumber: 'DE00 1234' }])
  const takenUntilMs = app.clock.nowMs() + 86_400_000
  expect(ended.find(({ id }) => id === old.id)).toEqual({ ...old, takenUntilMs })
  const late = await ask(old.id)
  expect(await seen(late.id)).toMatchObject({ method: old, methodUntilMs: app.clock.nowMs() })

  // Other words for the same account: what was sent there is not late.
  await changeTo(await first({ instructions: 'Name your UID' }))
  const byOldWords = await ask(ensure(methods[0]).id)
  expect(await seen(byOldWords.id)).toMatchObject({ method: { instructions: '' }, methodUntilMs: null })
  await changeTo(await first({ instructions: '' }))
  const again = (await read()).methods

  // One that is switched off is taken likewise, and is an offer like any other once it is switched on.
  await changeTo(await first({ enabled: false }))
  expect((await read()).methods).toEqual([])
  const inTime = await ask(ensure(again[0]).id)
  await changeTo(await first({ enabled: true }))
  expect((await read()).methods).toEqual(again)
  expect((await seen(inTime.id)).methodUntilMs).toBeNull()

  const older = (ms: number) =>
    app.db.query(
      'update deposit_methods set offered_until_ms = offered_until_ms - $1 where offered_until_ms > 0',
      [ms],
    )
  // Where a recording is played faster, so are these hours.
  const fast = { ...app, clock: { ...app.clock, speed: 10 }, fundsMode: 'test', sitePictures } as const
  const [last] = (await createPaidMethods(fast).list(app.db)).ended.filter(({ id }) => id === old.id)
  expect(last?.takenUntilMs).toBe(takenUntilMs + 9 * 86_400_000)
  await older(86_399_999)
  await ask(old.id)
  await older(1)
  expect((await read()).ended).toEqual([])
  await expect(ask(old.id)).rejects.toThrow('DEPOSIT_METHOD_UNKNOWN')
  const kept = (change: string) =>
    expect(app.db.query(`update deposit_methods set ${change}`)).rejects.toThrow('stays what users were told')
  await kept(`account_number = 'DE00 666' where kind = 'bank'`)
  await kept(`address = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' where network = 'eth'`)
})

test('[F2] [D12] with real money, other words make no real method of a test one, and nobody is sent to an address without a key', async () => {
  const parts = { ...app, fundsMode: 'live', sitePictures } as const
  const [config, paid] = [createMethodsConfigService(parts), createPaidMethods(parts)]
  const [who] = await app.db.query<{ id: bigint }>('select id from administrators')
  const actor = { admin: { adminId: ensure(who).id }, request: { ip: '::1' } } as AdminActor
  const change = async (methods: AskedMethod[]) => {
    const { version } = (await (await app.admin()).ok(getSystemConfig)).versions.methods
    await config.change(actor, version, methods)
    return await config.readNow()
  }
  const asked = ({ isTest: _test, ...method }: ConfiguredMethod): AskedMethod => method
  const bank = asked(ensure((await config.readNow())[0]))
  const burn = '0x000000000000000000000000000000000000dead'
  const wallet: AskedMethod = {
    ...{ kind: 'wallet', network: 'eth', address: burn, name: null, picture: null },
    ...{ accountName: null, accountNumber: null, bankName: null, instructions: '', enabled: true },
  }
  const [worded] = await change([{ ...bank, instructions: 'Soon', enabled: true }])
  expect(worded).toMatchObject({ instructions: 'Soon', isTest: true })
  expect(worded?.id).not.toBe(bank.id)
  expect((await paid.list(app.db)).methods).toEqual([])
  await expect(change([wallet])).rejects.toThrow('INVALID_PARAMETERS')

  // Another account is one like any other.
  const [moved] = await change([{ ...asked(ensure(worded)), accountNumber: 'DE00 9876' }])
  expect(moved).toMatchObject({ isTest: false, enabled: true })
  expect((await paid.list(app.db)).methods).toMatchObject([{ accountNumber: 'DE00 9876', isTest: false }])
})
