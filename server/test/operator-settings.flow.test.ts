import { ensure } from '@truestrike/core/assert.ts'
import { FOREX_CALENDAR } from '@truestrike/core/calendar.ts'
import { getBasicInfo } from '@truestrike/protocol/account-endpoints.ts'
import {
  endAdministratorSessions,
  listAdministrators,
  setAdministratorRole,
} from '@truestrike/protocol/administrator-endpoints.ts'
import { confirmProposal } from '@truestrike/protocol/approval-endpoints.ts'
import {
  type AskedMethod,
  changeBasicConfig,
  changeFundsConfig,
  changeMailConfig,
  changeMethodsConfig,
  changeSiteText,
  changeTradingConfig,
  getConfiguredText,
  getSiteText,
  getSystemConfig,
  listConfigChanges,
  previewSecondAdmin,
  proposeExposureLimit,
  proposeSecondAdmin,
  type SystemConfig,
} from '@truestrike/protocol/config-endpoints.ts'
import { getFunds, listDepositMethods } from '@truestrike/protocol/funds-endpoints.ts'
import { listProducts } from '@truestrike/protocol/market-endpoints.ts'
import { addProduct, changeProduct, listConfiguredProducts } from '@truestrike/protocol/product-endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSmtpTransport } from '../src/platform/mail-transport.ts'
import { FORM_TYPE, filePart, formBody, picture } from './pictures.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'
import { START_PRICE } from './trading-app.ts'
import { createVoidApp, type VoidApp } from './void-app.ts'

let app: VoidApp
let beside: TestApp
let anna: TestClient

beforeAll(async () => {
  app = await createVoidApp({
    env: { SMTP_URL: 'smtp://mailer:very-secret@mail.example:587', MAIL_FROM: 'no-reply@example.com' },
  })
  // Another process of the site: the same database and clock, the same bus.
  beside = await createTestApp({ beside: app, bus: app.bus })
  anna = app.anna
}, 240_000)
afterAll(async () => {
  await beside.close().catch(() => {})
  await app.close().catch(() => {})
})

const config = (): Promise<SystemConfig> => anna.ok(getSystemConfig)

describe('[D12] the configuration', { timeout: 240_000 }, () => {
  test('is read with its versions, says nothing of passwords, and takes no switch to live funds', async () => {
    const seen = await config()
    expect(seen.basic.siteName).toBe('CRYPTO TRADE')
    expect(seen.versions.basic).toEqual({ version: 0, changedMs: null, changedBy: null })
    expect(seen.environment).toMatchObject({
      fundsMode: 'test',
      mail: { kind: 'smtp', server: 'mail.example:587', hasUser: true, hasPassword: true },
    })
    expect(JSON.stringify(seen)).not.toContain('very-secret')
    expect(JSON.stringify(seen)).not.toContain('mailer')
    const body = { version: 0, trading: { ...seen.trading, fundsMode: 'live' } }
    expect(await anna.refused(changeTradingConfig, { body })).toBe('INVALID_PARAMETERS')
    const live = { version: 0, basic: { ...seen.basic, fundsMode: 'live' } }
    expect(await anna.refused(changeBasicConfig, { body: live })).toBe('INVALID_PARAMETERS')
  })

  test('[D2] [K3] who loses a right or his session loses it with his next call, on every process', async () => {
    const carl = await app.admin('carl')
    const there = beside.client()
    there.token = carl.token
    for (const [name, value] of carl.cookies) there.cookies.set(name, value)
    await there.ok(getSystemConfig)
    const carlNow = async () => {
      const { administrators } = await anna.ok(listAdministrators, { query: { search: 'carl' } })
      const { id, version } = ensure(administrators[0])
      return { params: { id }, body: { version } }
    }
    const { params, body } = await carlNow()
    await anna.ok(setAdministratorRole, { params, body: { ...body, role: 'support' } })
    expect(await there.refused(getSystemConfig)).toBe('PERMISSION_DENIED')
    await anna.ok(endAdministratorSessions, await carlNow())
    expect(await there.refused(getSystemConfig)).toBe('ADMIN_SESSION_INVALID')
  })

  test('[R11] [U-17] what is changed holds on every process within a second, and is a version of its own', async () => {
    const { basic } = await config()
    const other = app.client()
    const there = beside.client()
    expect((await there.ok(getBasicInfo)).siteName).toBe('CRYPTO TRADE')
    const customerService = { enabled: true, serviceLink: 'https://help.example/chat', hours: '8–20' }
    const asked = { siteName: 'Harbour  Markets', operatorName: ' Harbour\u202e  Ltd ', walletLogin: false }
    const changed = { ...basic, ...asked, customerService }
    await anna.ok(changeBasicConfig, { body: { version: 0, basic: changed } })
    for (const client of [other, there]) {
      const info = await client.ok(getBasicInfo)
      const names = { siteName: 'Harbour Markets', operatorName: 'Harbour Ltd' }
      expect(info).toMatchObject({ ...names, walletLogin: false, customerService, fundsMode: 'test' })
    }
    // The one looked at is no longer the newest.
    expect(await app.bert.refused(changeBasicConfig, { body: { version: 0, basic } })).toBe('CONFIG_CHANGED')
    // The same again is no version.
    expect(await anna.ok(changeBasicConfig, { body: { version: 1, basic: changed } })).toEqual({ version: 1 })
    expect((await config()).versions.basic).toMatchObject({
      version: 1,
      changedBy: app.firstRun.adminUsername,
    })

    const { changes } = await anna.ok(listConfigChanges, { query: { section: 'basic' } })
    expect(changes).toMatchObject([{ version: 1, by: app.firstRun.adminUsername }])
    expect(changes[0]?.fields).toContainEqual({
      ...{ field: 'siteName', before: 'CRYPTO TRADE', after: 'Harbour Markets' },
    })
    const audited = await app.db.query<{ subject: string }>(
      `select subject from audit_log where action = 'config.change'`,
    )
    expect(audited).toEqual([{ subject: 'config:basic' }])
    await expect(app.db.query('delete from config_versions')).rejects.toThrow()
  })

  test.each([
    ['basic.customerService.serviceLink', 'javascript:alert(1)'],
    ['basic.customerService.serviceLink', 'http://plain.example'],
    ['basic.customerService.serviceLink', 'https://user:secret@help.example/chat', 'linkLogin'],
    ['basic.customerService.serviceLink', 'https://help.example/\u202egpj.exe', 'linkHidden'],
  ])('[K8] [S-5] %s takes no %s', async (field, serviceLink, rule = 'link') => {
    const { basic, versions } = await config()
    const wrong = { ...basic, customerService: { ...basic.customerService, enabled: true, serviceLink } }
    const body = { version: versions.basic.version, basic: wrong }
    const { envelope } = await anna.call(changeBasicConfig, { body })
    expect(envelope).toMatchObject({ code: 'INVALID_PARAMETERS', details: { fields: [{ field, rule }] } })
  })

  test('[F2] limits, fees and methods hold from the next look on; another account is another method', async () => {
    const { funds, methods } = await config()
    const trader = await app.trader('fay_trader')
    const changed = { ...funds, deposit: { min: '25', max: '900.5' }, walletFee: '2', identityRequired: true }
    await anna.ok(changeFundsConfig, { body: { version: 0, funds: changed } })
    expect(await trader.client.ok(getFunds)).toMatchObject({
      ruleVersion: expect.any(Number),
      deposit: { min: '25.00', max: '900.50' },
      withdrawal: { walletFee: '2.00', identityMissing: true },
    })
    const crossed = { ...changed, deposit: { min: '30', max: '20' } }
    expect(await anna.refused(changeFundsConfig, { body: { version: 1, funds: crossed } })).toBe(
      'INVALID_PARAMETERS',
    )
    const eating = { ...changed, walletFee: changed.withdrawal.min }
    expect(await anna.refused(changeFundsConfig, { body: { version: 1, funds: eating } })).toBe(
      'INVALID_PARAMETERS',
    )

    // From which amount two administrators are needed, no one of them decides.
    const { secondAdminAbove } = funds
    const raised = { ...changed, secondAdminAbove: `${Number(secondAdminAbove) + 1}` }
    expect(await anna.refused(changeFundsConfig, { body: { version: 1, funds: raised } })).toBe(
      'SECOND_ADMIN_REQUIRED',
    )
    expect(await config()).toMatchObject({ funds: { secondAdminAbove }, versions: { funds: { version: 1 } } })
    const lowered = { ...changed, secondAdminAbove: `${Number(secondAdminAbove) - 1}` }
    await anna.ok(changeFundsConfig, { body: { version: 1, funds: lowered } })
    expect(Number((await config()).funds.secondAdminAbove)).toBe(Number(secondAdminAbove) - 1)

    const form = formBody([filePart(await picture('png', 900, 700))])
    const uploaded = await anna.raw('POST', '/api/admin/system/pictures', form, FORM_TYPE)
    const { address } = uploaded.json().data
    expect((await app.client().raw('GET', address)).headers['content-type']).toBe('image/webp')
    const { id, isTest: _test, ...fields } = ensure(methods[0])
    const renamed = {
      ...fields,
      id,
      name: 'House bank',
      picture: address,
      instructions: 'Say <b>who</b>\nyou are',
    }
    const wallet: AskedMethod = {
      ...{ kind: 'wallet', network: 'eth', name: null, instructions: '', picture: null, enabled: true },
      ...{ accountName: null, accountNumber: null, bankName: null },
      address: '0x000000000000000000000000000000000000dead',
    }
    await anna.ok(changeMethodsConfig, { body: { version: 0, methods: [wallet, renamed] } })
    const { methods: offered } = await trader.client.ok(listDepositMethods)
    expect(offered.map(({ name, isTest }) => [name, isTest])).toEqual([
      [null, true],
      ['House bank', true],
    ])
    const told = ensure(offered[1])
    expect(told).toMatchObject({ picture: address, instructions: 'Say <b>who</b>\nyou are' })
    // Whatever users are told of it: a changed method is another one.
    expect(told.id).not.toBe(id)
    const again = { ...renamed, id: told.id }
    await anna.ok(changeMethodsConfig, { body: { version: 1, methods: [again] } })
    expect((await trader.client.ok(listDepositMethods)).methods).toEqual([told])
    const stale = { version: 1, methods: [{ ...renamed, id }] }
    expect(await app.bert.refused(changeMethodsConfig, { body: stale })).toBe('CONFIG_CHANGED')
    const bad = { version: 2, methods: [{ ...wallet, address: '0x12' }] }
    expect(await anna.refused(changeMethodsConfig, { body: bad })).toBe('INVALID_PARAMETERS')
  })

  test('[D17] [F2] the amount from which withdrawals take two is raised by two: told before what waits, and only from what it was', async () => {
    const { funds, versions } = await config()
    const from = funds.secondAdminAbove
    const to = `${Number(from) + 1}`
    expect(await anna.ok(previewSecondAdmin, { query: { to } })).toMatchObject({ waiting: 0 })
    expect((await config()).hasSecondAdmin).toBe(true)
    const why = { reason: 'larger customers', requestId: 'second-admin-1' }
    for (const wrong of [
      { from: '1', to },
      { from, to: from },
    ])
      expect(await anna.refused(proposeSecondAdmin, { body: { ...why, ...wrong } })).toMatch(
        /CONFIG_CHANGED|INVALID_PARAMETERS/,
      )
    const { proposal } = await anna.ok(proposeSecondAdmin, { body: { ...why, from, to } })
    expect(proposal).toMatchObject({ kind: 'raise-second-admin', subject: { kind: 'config', id: 'funds' } })
    expect(proposal.lines.map(({ label }) => label)).toEqual(['secondAdminAbove', 'waitingBetween'])
    const confirm = { params: { id: proposal.id }, body: { version: proposal.version } }
    expect(await anna.refused(confirmProposal, confirm)).toBe('SECOND_ADMIN_REQUIRED')
    expect(Number((await config()).funds.secondAdminAbove)).toBe(Number(from))
    const done = (await app.bert.ok(confirmProposal, confirm)).proposal
    // What waits by now is no longer about it.
    expect(done.lines.map(({ label }) => label)).toEqual(['secondAdminAbove'])
    const after = await config()
    expect(Number(after.funds.secondAdminAbove)).toBe(Number(to))
    expect(after.funds).toEqual({ ...funds, secondAdminAbove: after.funds.secondAdminAbove })
    expect(after.versions.funds).toMatchObject({
      ...{ version: versions.funds.version + 1, changedBy: app.firstRun.adminUsername },
    })
    const stale = { ...why, requestId: 'second-admin-2', from, to }
    expect(await anna.refused(proposeSecondAdmin, { body: stale })).toBe('CONFIG_CHANGED')
  })

  test('[D17] trading takes orders by its switches, at once; its exposure limit is raised by two', async () => {
    const { trading } = await config()
    const trader = await app.trader('tom_trader')
    await app.run(1_000, START_PRICE)
    await anna.ok(changeTradingConfig, { body: { version: 0, trading: { ...trading, demoEnabled: false } } })
    expect(await trader.refused()).toBe('BOOK_DISABLED')
    const small = { ...trading, exposureLimit: '5', exposureWarningBps: 5_000 }
    await anna.ok(changeTradingConfig, { body: { version: 1, trading: small } })
    expect(await trader.refused({ stake: '10' })).toBe('EXPOSURE_LIMIT')
    // Lower by one, higher by two.
    const raised = { ...small, exposureLimit: trading.exposureLimit }
    expect(await anna.refused(changeTradingConfig, { body: { version: 2, trading: raised } })).toBe(
      'SECOND_ADMIN_REQUIRED',
    )
    expect((await config()).versions.trading.version).toBe(2)
    const why = { reason: 'more users', requestId: 'exposure-limit-1', to: trading.exposureLimit }
    const stale = { ...why, from: '6' }
    expect(await anna.refused(proposeExposureLimit, { body: stale })).toBe('CONFIG_CHANGED')
    const lower = { ...why, from: '5', to: '4' }
    expect(await anna.refused(proposeExposureLimit, { body: lower })).toBe('INVALID_PARAMETERS')
    const { proposal } = await anna.ok(proposeExposureLimit, { body: { ...why, from: '5' } })
    expect(proposal).toMatchObject({ kind: 'raise-exposure-limit', lines: [{ label: 'exposureLimit' }] })
    const confirm = { params: { id: proposal.id }, body: { version: proposal.version } }
    expect(await anna.refused(confirmProposal, confirm)).toBe('SECOND_ADMIN_REQUIRED')
    expect(await trader.refused({ stake: '10' })).toBe('EXPOSURE_LIMIT')
    await app.bert.ok(confirmProposal, confirm)
    expect(await config()).toMatchObject({
      trading: raised,
      versions: { trading: { version: 3, changedBy: app.firstRun.adminUsername } },
    })
    await trader.place({ stake: '10' })
    const body = { version: 3, trading: { ...raised, exposureLimit: '0' } }
    expect(await anna.refused(changeTradingConfig, { body })).toBe('INVALID_PARAMETERS')
  })

  test('[U4] texts are the operator’s in the languages he wrote, and the product’s in all others', async () => {
    const text = '# Terms\n\nBe <script>fair</script>.'
    const query = { page: 'terms', locale: 'de-DE' } as const
    expect(await app.client().ok(getSiteText, { query })).toEqual({ text: null })
    expect(await anna.ok(getConfiguredText, { query })).toEqual({ text: null, version: 0 })
    // Answered as it is stored, with the version that holds; the same again is none.
    const body = { ...query, version: 0, text: `${text}  \n` }
    for (const each of [body, { ...body, version: 1 }])
      expect(await anna.ok(changeSiteText, { body: each })).toEqual({ text, version: 1 })
    expect(await anna.ok(getConfiguredText, { query })).toEqual({ text, version: 1 })
    for (const client of [app.client(), beside.client()])
      expect(await client.ok(getSiteText, { query })).toEqual({ text })
    expect(await app.client().ok(getSiteText, { query: { ...query, locale: 'fr-FR' } })).toEqual({
      text: null,
    })
    expect((await config()).texts).toMatchObject([{ ...query, version: 1, length: text.length }])
    await anna.ok(changeSiteText, { body: { ...query, version: 1, text: null } })
    expect(await app.client().ok(getSiteText, { query })).toEqual({ text: null })
    const wrong = { page: 'terms', locale: 'xx-XX' } as const
    expect(await app.client().refused(getSiteText, { query: wrong })).toBe('INVALID_PARAMETERS')
  })

  test('mails have the sender that is set; what is no address is refused', async () => {
    const mail = { senderName: 'Harbour', replyTo: 'desk@example.com' }
    expect(await anna.ok(changeMailConfig, { body: { version: 0, mail } })).toEqual({ version: 1 })
    const url = new URL('smtp://mail.example')
    const transport = createSmtpTransport({ url, from: 'Site <no-reply@example.com>', plaintext: true })
    const words = { subject: 'x', text: 'x', html: 'x', locale: 'en-US' }
    const content = { to: 'a@b.example', messageId: '<1@x>', ...words }
    const made = Buffer.from(await transport.make({ ...content, sender: (await config()).mail })).toString()
    expect(made).toContain('From: Harbour <no-reply@example.com>')
    expect(made).toContain('Reply-To: desk@example.com')
    const body = { version: 1, mail: { ...mail, replyTo: 'nobody' } }
    expect(await anna.refused(changeMailConfig, { body })).toBe('INVALID_PARAMETERS')
    const { changes, nextCursor } = await anna.ok(listConfigChanges, { query: { limit: 3 } })
    expect(changes.map(({ section }) => section)).toEqual(['mail', 'text/terms/de-DE', 'text/terms/de-DE'])
    const more = await anna.ok(listConfigChanges, { query: { limit: 3, cursor: ensure(nextCursor) } })
    expect(more.changes[0]?.section).toBe('trading')
  })

  test('a change of nothing answers the version that holds', async () => {
    const { funds, methods, trading, mail, versions } = await config()
    const of = (section: 'funds' | 'methods' | 'trading' | 'mail') => ({ version: versions[section].version })
    const asked = methods.map(({ isTest: _, ...method }) => method)
    expect([
      await anna.ok(changeFundsConfig, { body: { ...of('funds'), funds } }),
      await anna.ok(changeMethodsConfig, { body: { ...of('methods'), methods: asked } }),
      await anna.ok(changeTradingConfig, { body: { ...of('trading'), trading } }),
      await anna.ok(changeMailConfig, { body: { ...of('mail'), mail } }),
    ]).toEqual([of('funds'), of('methods'), of('trading'), of('mail')])
  })
})

describe('[D11] products', { timeout: 240_000 }, () => {
  const PEPE = {
    ...{ base: 'PEPE', name: 'Pepe', category: 'crypto' as const, precision: 8, firstPrice: '0.00001234' },
    ...{ calendar: null, enabled: true, sort: 999 },
  } as const

  test('[M5] one that is added is traded without a restart, on every process, by the default rules', async () => {
    expect(await anna.ok(addProduct, { body: PEPE })).toEqual({ symbol: 'PEPEUSDT' })
    expect(await anna.refused(addProduct, { body: PEPE })).toBe('PRODUCT_EXISTS')
    await app.clock.advance(1_500)
    await beside.app.market.refresh()
    for (const client of [app.client(), beside.client()]) {
      const { products } = await client.ok(listProducts)
      expect(products.at(-1)).toMatchObject({ symbol: 'PEPEUSDT', precision: 8, deviationBps: 100 })
    }
    const trader = await app.trader('pia_trader')
    app.feed.push('PEPEUSDT', '0.00001234')
    await app.clock.advance(500)
    const { id } = await trader.place({ symbol: 'PEPEUSDT' })
    const { products } = await anna.ok(listConfiguredProducts, { query: { search: 'pepe' } })
    expect(products).toMatchObject([{ symbol: 'PEPEUSDT', openContracts: 1, status: 'open', edits: 1 }])

    // Off: no orders, but prices and the contract that is open go on.
    const { calendar, name, sort } = PEPE
    const off = { calendar, name, sort, enabled: false, edits: 1 }
    await anna.ok(changeProduct, { params: { symbol: 'PEPEUSDT' }, body: off })
    expect(await trader.refused({ symbol: 'PEPEUSDT' })).toBe('PRODUCT_DISABLED')
    for (let passed = 0; passed < 34_000; passed += 500) {
      app.feed.push('PEPEUSDT', passed < 5_000 ? '0.00001234' : '0.00001240')
      await app.clock.advance(500)
    }
    expect((await trader.contract(id)).result).toBe('won')
  })

  test('[T16] other hours are a version, stop orders, and keep the prices of before for what was accepted', async () => {
    const trader = await app.trader('hal_trader')
    const { products } = await anna.ok(listConfiguredProducts, { query: { search: 'BTC' } })
    const { name, sort, edits, calendarVersion } = ensure(products[0])
    await app.run(1_000, START_PRICE)
    const params = { symbol: 'BTCUSDT' }
    const closed = { ...FOREX_CALENDAR, sessions: [{ fromDay: 6, fromMinute: 0, toDay: 6, toMinute: 1 }] }
    const body = { name, sort, enabled: true, edits, calendar: closed }
    await anna.ok(changeProduct, { params, body })
    expect(await trader.refused()).toBe('MARKET_CLOSED')
    const [after] = (await anna.ok(listConfiguredProducts, { query: { search: 'BTC' } })).products
    expect(after).toMatchObject({ calendarVersion: calendarVersion + 1, edits: edits + 1, status: 'closed' })
    expect(after?.pastHoursUntilMs).toBeGreaterThan(app.clock.nowMs() + 86_400_000)
    expect(await anna.refused(changeProduct, { params, body })).toBe('CONFIG_CHANGED')
    await anna.ok(changeProduct, { params, body: { ...body, calendar: null, edits: edits + 1 } })
    await app.run(1_000, START_PRICE)
    await trader.place()
  })

  test('what is in every entry of the log stays: the database refuses another', async () => {
    for (const change of [
      'precision = precision + 1',
      `category = 'forex'`,
      `symbol = symbol || 'X'`,
      `calendar = '{}'`,
    ])
      await expect(app.db.query(`update products set ${change} where symbol = 'ETHUSDT'`)).rejects.toThrow()
    await expect(app.db.query('delete from products')).rejects.toThrow()
    const zone = { zone: 'Mars/Olympus', sessions: [...FOREX_CALENDAR.sessions] }
    expect(await anna.refused(addProduct, { body: { ...PEPE, base: 'MARS', calendar: zone } })).toBe(
      'INVALID_PARAMETERS',
    )
    expect(
      await anna.refused(addProduct, { body: { ...PEPE, base: 'MARS', firstPrice: '0.00000001' } }),
    ).toBe('INVALID_PARAMETERS')
    const params = { symbol: 'NOSUCHUSDT' }
    const body = { name: 'x', sort: 1, enabled: true, edits: 0, calendar: null }
    expect(await anna.refused(changeProduct, { params, body })).toBe('PRODUCT_NOT_FOUND')
  })
})
