import {
  getIdentity,
  getIdentityDocument,
  getProfile,
  submitIdentity,
} from '@truestrike/protocol/profile-endpoints.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideIdentity } from '../src/accounts/identity-decisions.ts'
import { pdf, SCRIPT } from './pdfs.ts'
import { FORM_TYPE, type FormPart, filePart, formBody, picture } from './pictures.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

let app: TestApp
let sheet: Buffer

beforeAll(async () => {
  app = await createTestApp()
  sheet = await picture('jpeg', 2_600, 1_600)
})
afterAll(() => app.close())

async function joined(username: string): Promise<TestClient> {
  const client = app.client()
  await client.join(username)
  return client
}

const send = (client: TestClient, parts: readonly FormPart[]) =>
  client.raw('POST', submitIdentity.path, formBody(parts), FORM_TYPE)
const fields = (realName: string, document: string): FormPart[] => [
  { name: 'realName', content: realName },
  { name: 'document', content: document },
]
const submit = (client: TestClient, document = 'passport', files = [sheet], realName = 'Anna Muster') =>
  send(client, [...fields(realName, document), ...files.map((file) => filePart(file))])
/** Where it is said to be, and what is there. */
async function document(client: TestClient, side: string) {
  const answer = await client.raw('GET', getIdentityDocument.path.replace(':side', side))
  return answer.statusCode === 200 ? await client.raw('GET', answer.json().data.address) : answer
}
const newestCheck = async (client: TestClient): Promise<bigint> => {
  const { uid } = await client.ok(getProfile)
  const [row] = await app.db.query<{ id: bigint }>(
    'select max(c.id) as id from identity_checks c join users u on u.id = c.user_id where u.uid = $1',
    [uid],
  )
  return row?.id ?? 0n
}
const reviewer = { adminId: 1n, ip: '192.0.2.1' }

test('[F9] handed in, refused with a reason, handed in again, confirmed: and then no more', async () => {
  const anna = await joined('Anna')
  expect(await anna.ok(getIdentity)).toEqual({ status: 'none', check: null })
  expect((await submit(anna, 'identity-card', [sheet, sheet])).json().data).toEqual({
    status: 'pending',
    check: {
      ...{ realName: 'Anna Muster', document: 'identity-card', submittedMs: app.clock.nowMs() },
      ...{ decidedMs: null, reason: null },
    },
  })
  expect((await anna.ok(getProfile)).identity).toBe('pending')
  expect((await submit(anna)).json().code).toBe('IDENTITY_PENDING')

  const first = await newestCheck(anna)
  await decideIdentity(app, first, { state: 'refused', reason: 'The back is blurred' }, reviewer)
  expect(await anna.ok(getIdentity)).toMatchObject({
    status: 'refused',
    check: { reason: 'The back is blurred', decidedMs: app.clock.nowMs() },
  })
  expect((await anna.ok(getProfile)).identity).toBe('refused')

  expect((await submit(anna, 'passport', [sheet], 'Anna M. Muster')).json().data.status).toBe('pending')
  // Nobody keeps pictures of a check that is over and done with.
  expect(await app.db.query('select check_id from identity_documents')).toEqual([
    { check_id: await newestCheck(anna) },
  ])
  const second = await newestCheck(anna)
  await expect(decideIdentity(app, second, { state: 'verified' }, reviewer)).rejects.toMatchObject({
    code: 'IDENTITY_NOT_SEEN',
  })
  await app.db.query(
    `insert into identity_views (check_id, side, admin_id, seen_at_ms) values ($1, 'front', $2, $3)`,
    [second, reviewer.adminId, app.clock.nowMs()],
  )
  await decideIdentity(app, second, { state: 'verified' }, reviewer)
  expect(await anna.ok(getIdentity)).toMatchObject({
    status: 'verified',
    check: { realName: 'Anna M. Muster', reason: null },
  })
  expect((await submit(anna)).json().code).toBe('IDENTITY_VERIFIED')
  await expect(decideIdentity(app, first, { state: 'verified' }, reviewer)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const log = await app.db.query(
    `select actor_kind, action from audit_log where action like 'identity.%' order by id`,
  )
  // What a reviewer writes to the user is between the two.
  expect(await app.db.query(`select 1 from audit_log where after::text like '%blur%'`)).toEqual([])
  expect(log).toEqual([
    { actor_kind: 'user', action: 'identity.submit' },
    { actor_kind: 'admin', action: 'identity.refused' },
    { actor_kind: 'user', action: 'identity.submit' },
    { actor_kind: 'admin', action: 'identity.verified' },
  ])
})

test('[F9 K3] the pictures are shown to their owner alone, never kept by a cache, and have no public address', async () => {
  const [berta, mallory] = [await joined('Berta'), await joined('Mallory')]
  expect((await submit(berta, 'identity-card', [sheet, await picture('png')])).statusCode).toBe(200)
  const front = await document(berta, 'front')
  expect(front.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': 'attachment; filename="document-front.jpg"',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(await sharp(front.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 2_000 })
  expect(front.rawPayload.includes('SECRET PLACE')).toBe(false)
  expect((await sharp((await document(berta, 'back')).rawPayload).metadata()).width).toBe(300)
  for (const side of ['front', 'back']) {
    expect((await document(mallory, side)).statusCode).toBe(404)
    expect((await document(app.client(), side)).statusCode).toBe(401)
  }
  for (const side of ['other', '..%2ffront', 'front.jpg', '1'])
    expect((await document(berta, side)).statusCode).toBe(404)
  const names = ['front', 'document-front.jpg', (await newestCheck(berta)).toString()]
  for (const name of names) {
    for (const path of [`/uploads/${name}`, `/uploads/identity/${name}`, `/uploads/avatars/${name}`])
      expect((await berta.raw('GET', path)).statusCode).toBe(404)
  }
})

test('[F9 K8] name and pictures are sealed where they are kept, for their owner and place only', async () => {
  const carl = await joined('Carl')
  await submit(carl, 'passport', [sheet], 'Carl Unverkennbar')
  const id = await newestCheck(carl)
  const [row] = await app.db.query<{ name: string; sealed: Uint8Array }>(
    `select real_name as name, sealed from identity_checks c join identity_documents d on d.check_id = c.id where c.id = $1`,
    [id],
  )
  const { name = '', sealed = new Uint8Array() } = row ?? {}
  expect(name).not.toContain('Unverkennbar')
  await expect(sharp(sealed).metadata()).rejects.toThrow()
  expect(Buffer.from(sealed).includes('JFIF')).toBe(false)
  expect(() => app.secrets.openBytes(sealed, `identity-document:${id}:back`)).toThrow()
  const flipped = Uint8Array.from(sealed, (byte, at) => (at === 5_000 ? byte ^ 1 : byte))
  expect(() => app.secrets.openBytes(flipped, `identity-document:${id}:front`)).toThrow()
  expect((await carl.ok(getIdentity)).check?.realName).toBe('Carl Unverkennbar')
})

test('[F9 K4] what is missing or wrong is named; nothing is kept of it', async () => {
  const dora = await joined('Dora')
  const file = filePart(sheet)
  const faultOf = async (parts: readonly FormPart[]) => {
    const { code, details } = (await send(dora, parts)).json()
    return details?.fields?.[0] ?? code
  }
  const good = fields('Dora', 'passport')
  expect(await faultOf([file])).toMatchObject({ field: 'realName', rule: 'required' })
  expect(await faultOf([...fields('D', 'passport'), file])).toEqual({ field: 'realName', rule: 'minLength' })
  expect(await faultOf([...fields('\u202e \u200b', 'passport'), file])).toEqual({
    ...{ field: 'realName', rule: 'minLength' },
  })
  expect(await faultOf([...fields('Dora', 'library-card'), file])).toMatchObject({ field: 'document' })
  expect(await faultOf(good)).toBe('FILE_MISSING')
  expect(await faultOf([...fields('Dora', 'identity-card'), file])).toBe('FILE_MISSING')
  expect(await faultOf([...good, file, file])).toEqual({ field: 'file', rule: 'maxItems' })
  expect(await faultOf([...good, file, file, file])).toBe('MALFORMED_REQUEST')
  expect(await faultOf([...good, filePart('%PDF-1.7')])).toBe('PDF_UNREADABLE')
  expect(await faultOf([...good, filePart(pdf([SCRIPT]))])).toBe('PDF_ACTIVE')
  expect(await faultOf([...good, filePart('GIF89a')])).toBe('PAPER_TYPE_REFUSED')
  expect(await faultOf([...good, { name: 'more', content: 'x' }, file])).toMatchObject({ field: 'more' })
  expect(await faultOf([...fields('a\0b', 'passport'), file])).toBe('MALFORMED_REQUEST')
  expect(await dora.ok(getIdentity)).toEqual({ status: 'none', check: null })
  expect(app.logged).toEqual([])
})

test('[F9] a document may be a PDF: it stays as it is, and is got as a file only', async () => {
  const frieda = await joined('Frieda')
  expect((await submit(frieda, 'identity-card', [pdf(), sheet])).statusCode).toBe(200)
  const front = await document(frieda, 'front')
  expect(front.rawPayload).toEqual(pdf())
  expect(front.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="document-front.pdf"',
  })
  expect((await document(frieda, 'back')).headers['content-type']).toBe('image/jpeg')
})

test('[F9] of two at once, from two devices, one is taken', async () => {
  const emil = await joined('Emil')
  const beside = await createTestApp({ beside: app })
  const other = beside.client()
  await other.login('Emil')
  const answers = await Promise.all([emil, other].map((client) => submit(client)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect((await emil.ok(getIdentity)).status).toBe('pending')
  await beside.close()
})
