import { ensure } from '@truestrike/core/assert.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentContext, nameContext } from '../src/accounts/identity.service.ts'
import { getDocument, getNewestCheck, insertCheck, insertDocument } from '../src/accounts/identity.store.ts'
import { resealSecrets } from '../src/accounts/reseal-secrets.ts'
import { resealAccounts } from '../src/funds/reseal-accounts.ts'
import { createAccountSeal } from '../src/funds/sealed-account.ts'
import { createSecretBox, SECRET_KEY_BYTES, type SecretBox, sealedBy } from '../src/platform/secret-box.ts'
import { systemRandom } from '../src/platform/secret-token.ts'
import { SECRET_HOLDERS } from '../src/secret-holders.ts'
import { type AccountsApp, openAccountsApp } from './accounts-app.ts'
import { createTestBrowser } from './test-browser.ts'
import { firstStep, protectedUser, secondStep } from './two-factor-app.ts'

const keys = [systemRandom(SECRET_KEY_BYTES), systemRandom(SECRET_KEY_BYTES)]
const before = createSecretBox(keys.slice(0, 1), systemRandom)
const both = createSecretBox(keys, systemRandom)
const after = createSecretBox(keys.slice(1), systemRandom)

let app: AccountsApp
/** What the processes in use have, one restart after the other. */
let box = before
beforeAll(async () => {
  const secrets: SecretBox = {
    keyId: 'of the day',
    keys,
    seal: (text, context) => box.seal(text, context),
    open: (sealed, context) => box.open(sealed, context),
    sealBytes: (bytes, context) => box.sealBytes(bytes, context),
    openBytes: (sealed, context) => box.openBytes(sealed, context),
    marks: (text, context) => box.marks(text, context),
  }
  app = await openAccountsApp({ jobs: false, secrets })
})
afterAll(() => app.close())

const sealed = async (): Promise<string[]> =>
  (await app.db.query<{ secret: string }>('select secret from user_two_factor')).map(({ secret }) => secret)

test('[K8] [A13] secrets of apps move to the newest key, and their codes go on being right without the old one', async () => {
  const anna = await protectedUser(app, 'Anna')
  await protectedUser(app, 'Berta')
  expect((await sealed()).every((secret) => secret.startsWith(sealedBy(before.keyId)))).toBe(true)

  expect(await resealSecrets({ db: app.db, secrets: both })).toBe(2)
  expect((await sealed()).every((secret) => secret.startsWith(sealedBy(both.keyId)))).toBe(true)
  expect(await resealSecrets({ db: app.db, secrets: both })).toBe(0)

  box = after
  const browser = createTestBrowser(app.http.app, '198.51.100.7')
  const { ticket } = (await firstStep(browser, 'Anna')).body.details as { ticket: string }
  expect((await secondStep(browser, ticket, anna.code(1))).status).toBe(200)
})

test('[K8] [F9] names and pictures of identity checks move too, and the key before is needed no more', async () => {
  const [user] = await app.db.query<{ id: bigint }>('select id from users limit 1')
  const userId = ensure(user).id
  const check = { userId, document: 'passport' as const, atMs: 1 }
  const id = await insertCheck(app.db, { ...check, realName: before.seal('Anna A.', nameContext(userId)) })
  for (const side of ['front', 'back'] as const) {
    const picture = before.sealBytes(Buffer.from(`picture of the ${side}`), documentContext(id, side))
    await insertDocument(app.db, { checkId: id, side, contentType: 'image/jpeg', sealed: picture })
  }
  const needed = async (keyId: string) =>
    (await Promise.all(SECRET_HOLDERS.map((holds) => holds(app.db, sealedBy(keyId))))).includes(true)
  expect(await needed(before.keyId)).toBe(true)

  expect(await resealSecrets({ db: app.db, secrets: both })).toBe(3)
  expect([await needed(before.keyId), await needed(both.keyId)]).toEqual([false, true])
  const name = ensure(await getNewestCheck(app.db, userId)).realName
  expect(after.open(name, nameContext(userId))).toBe('Anna A.')
  const back = ensure(await getDocument(app.db, id, 'back'))
  expect(Buffer.from(after.openBytes(back.sealed, documentContext(id, 'back'))).toString()).toBe(
    'picture of the back',
  )
})

test('[K8] more users than one transaction takes', async () => {
  await app.db.query('delete from user_two_factor')
  const users = await app.db.query<{ id: bigint }>(
    `insert into users (uid, username, username_key, created_at_ms)
     select (1000000000 + n)::text, 'many' || n, 'many' || n, 1
     from generate_series(1, 501) n returning id`,
  )
  for (const { id } of users) {
    await app.db.query('insert into user_two_factor (user_id, secret) values ($1, $2)', [
      id,
      before.seal(`secret of ${id}`, `totp:${id}`),
    ])
  }
  expect(await resealSecrets({ db: app.db, secrets: both })).toBe(501)
  const rows = await app.db.query<{ id: bigint; secret: string }>(
    'select user_id as id, secret from user_two_factor',
  )
  expect(rows.every(({ id, secret }) => after.open(secret, `totp:${id}`) === `secret of ${id}`)).toBe(true)
})

test('[K8] accounts of payers and payees move too, and stay what they were', async () => {
  const [user] = await app.db.query<{ id: bigint }>('select id from users limit 1')
  const userId = ensure(user).id
  const account = { accountName: 'Anna A.', accountNumber: '0042 7719 3310', bankName: 'Example Bank' }
  const accounts = createAccountSeal(before)
  await app.db.query(
    `with method as (
      insert into deposit_methods (kind, account_name, account_number, bank_name, is_test, created_ms)
      values ('bank', 'a', 'b', 'c', true, 1) returning id
    )
    insert into deposits (user_id, request_id, method_id, amount_micros, payer, created_ms, updated_ms)
    select $1, 'request-1', id, 5, $2, 1, 1 from method`,
    [userId, accounts.seal('payer', userId, account)],
  )
  await app.db.query(
    `insert into withdrawals (user_id, request_id, method, payee, amount_micros, fee_micros, rule_version, created_ms, updated_ms)
    values ($1, 'request-2', 'bank', $2, 5, 1, 1, 1, 1)`,
    [userId, accounts.seal('payee', userId, account)],
  )
  const needed = async (keyId: string) =>
    (await Promise.all(SECRET_HOLDERS.map((holds) => holds(app.db, sealedBy(keyId))))).includes(true)
  expect(await needed(before.keyId)).toBe(true)
  expect(await resealAccounts({ db: app.db, secrets: both })).toBe(2)
  expect(await resealAccounts({ db: app.db, secrets: both })).toBe(0)
  expect(await needed(before.keyId)).toBe(false)
  const [row] = await app.db.query<{ payer: string; mark: string; payee: string }>(
    'select (select payer from deposits), (select payer_mark as mark from deposits), (select payee from withdrawals)',
  )
  const { payer, mark, payee } = ensure(row)
  const moved = createAccountSeal(after)
  expect(moved.marksOf(account)).toEqual([mark])
  // Until then one that is kept under the older key is found as well.
  expect(createAccountSeal(both).marksOf(account)).toEqual([mark, ...accounts.marksOf(account)])
  expect(accounts.marksOf(account)[0]).not.toBe(mark)
  expect([moved.open('payer', userId, payer), moved.open('payee', userId, payee)]).toEqual([account, account])
})
