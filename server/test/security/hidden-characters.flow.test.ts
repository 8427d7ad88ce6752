import { ensure } from '@truestrike/core/assert.ts'
import { SHOWN_LINE, SHOWN_TEXT } from '@truestrike/protocol/text-rules.ts'
import type { TSchema } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdminClients } from '../admin-clients.ts'
import { type FieldPlace, fieldsOf, fittingBut } from '../hostile-values.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import type { TestClient } from '../test-client.ts'
import { tronWallet } from '../wallet-signers.ts'

/** Right-to-left override and embedding, line separator, the escape of terminals, a control of the second set. */
const HIDDEN = ['\u202e', '\u202a', '\u2028', '\u001b', '\u0085']
/** Isolates and line breaks: on one line only. */
const HIDDEN_ON_LINE = ['\u2067', '\n', '\t']

let app: TestApp
let admin: TestClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await createAdminClients(app)()
})
afterAll(() => app.close())

interface Field extends FieldPlace {
  method: string
  path: readonly string[]
  address: string
  body: TSchema
}

const fields = (): Field[] =>
  app.app.http.routes.flatMap(({ endpoint: { method, path: address, body } }) =>
    body === undefined
      ? []
      : fieldsOf(body as TSchema).map((place) => ({ ...place, method, address, body: body as TSchema })),
  )
const patternOf = (schema: TSchema): string | undefined => (schema as { pattern?: string }).pattern

test('[K4] [K8] what administrators write for others to read holds no controls and no marks that turn its direction', async () => {
  const shown = fields().filter(({ schema }) => [SHOWN_LINE, SHOWN_TEXT].includes(patternOf(schema) ?? ''))
  expect(shown.length).toBeGreaterThan(15)
  for (const { method, address, body, path, schema } of shown) {
    const hidden = patternOf(schema) === SHOWN_LINE ? [...HIDDEN, ...HIDDEN_ON_LINE] : HIDDEN
    for (const mark of hidden) {
      const payload = fittingBut(ensure(body), path, `paid ${mark}001 for`)
      const answer = await admin.raw(
        method,
        address.replace(':uid', '1234567890').replace(':symbol', 'BTCUSDT').replaceAll(/:\w+/g, '1'),
        JSON.stringify(payload),
        {
          'content-type': 'application/json',
        },
      )
      const { code, details } = answer.json()
      const what = `${address} ${path.join('.')} ${JSON.stringify(mark)}`
      expect([what, answer.statusCode, code, details?.field]).toEqual([
        ...[what, 400, 'HIDDEN_CHARACTERS', path.join('.')],
      ])
    }
  }
})

/** Secrets and what proves something: nobody is shown them. */
const SECRETS = /(password|Password|code|Code|message|signature)$/
/** Read by rules of their own, which take nothing hidden: names, addresses, amounts, ids. */
const BY_RULES =
  /(username|email|replyTo|address|amount|method|network|phone|requestId|transactionId|serviceLink|min|max)$/
/** Stored as one line, or as lines, with whatever was hidden taken out (`cleanLine`): what comes along when text is pasted loses nothing. */
const CLEANED =
  /(nickname|bio|realName|accountName|accountNumber|bankName|label|siteName|siteDescription|hours|name|instructions|senderName|texts text)$/

test('[K4] every free text of a call is a secret, has rules of its own, or is cleaned before it is stored', () => {
  const free = fields().filter(({ schema }) => {
    const { type, pattern, const: only } = schema as { type?: string; pattern?: string; const?: unknown }
    return type === 'string' && pattern === undefined && only === undefined
  })
  const names = free.map(({ address, path }) => `${address} ${path.join('.')}`)
  expect(names.filter((name) => ![SECRETS, BY_RULES, CLEANED].some((known) => known.test(name)))).toEqual([])
})

test('[K4] [U2] a pasted name keeps its letters and loses what hides in it, for users and for their addresses', async () => {
  const anna = app.client()
  await anna.join('anna')
  const headers = { 'content-type': 'application/json' }
  const send = async (path: string, body: object) =>
    (await anna.raw('POST', path, JSON.stringify(body), headers)).json().data
  const profile = { nickname: 'Anna\u202e \u2067B.\u2069\u0007', bio: '', phone: '' }
  expect((await send('/api/account/profile', profile)).nickname).toBe('Anna B.')
  const { address } = tronWallet()
  const saved = { network: 'tron', address, label: '\u202eMy\u001b wallet\u2069' }
  expect((await send('/api/account/addresses', saved)).addresses).toMatchObject([{ label: 'My wallet' }])
})

test('[K4] [S-8] a label that is longer in composed form is stored as it was typed', async () => {
  const anna = app.client()
  await anna.join('composer')
  const headers = { 'content-type': 'application/json' }
  // Forty letters that Unicode composes to two characters each.
  const label = '\u0958'.repeat(40)
  const saved = { network: 'tron', address: tronWallet().address, label }
  const answer = await anna.raw('POST', '/api/account/addresses', JSON.stringify(saved), headers)
  expect(answer.json().data.addresses).toMatchObject([{ label }])
})
