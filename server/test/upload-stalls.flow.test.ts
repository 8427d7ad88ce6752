import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { ensure } from '@truestrike/core/assert.ts'
import { login } from '@truestrike/protocol/account-endpoints.ts'
import { uploadSitePicture } from '@truestrike/protocol/config-endpoints.ts'
import { putDepositReceipt } from '@truestrike/protocol/funds-endpoints.ts'
import { submitIdentity, uploadAvatar } from '@truestrike/protocol/profile-endpoints.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askDeposit, createFundsApp, type FundsApp } from './funds-app.ts'
import { watchLoop } from './loop-stalls.ts'
import { overlappingPdf, pdf, SCRIPT, slowPdf } from './pdfs.ts'
import { FORM_TYPE, filePart, formBody, pictureBombs } from './pictures.ts'
import type { TestClient } from './test-client.ts'

/** A gap in prices of a few seconds pays stakes back; this is far from it. */
const STALL_MS_MAX = 250
const UPLOADS = 10

/** Every kind of upload there is; who adds another adds it here. */
type Kind = 'avatar' | 'identity' | 'receipt' | 'site picture'
const KINDS: readonly Kind[] = ['avatar', 'identity', 'receipt', 'site picture']

const isPaper = (kind: Kind): boolean => kind === 'identity' || kind === 'receipt'

let names = 0
function newName(beginning: string): string {
  names += 1
  return `${beginning}${names}`
}

const identityForm = (file: Uint8Array): Buffer =>
  formBody([
    { name: 'realName', content: 'Iris Muster' },
    { name: 'document', content: 'passport' },
    filePart(file),
  ])

let app: FundsApp
let send: Record<Kind, (file: Uint8Array) => Promise<string>>

const CHUNK_BYTES = 65_536

/** A body as a socket brings it: a chunk in each turn of the event loop. */
function arriving(body: Buffer): Readable {
  let at = 0
  return new Readable({
    read() {
      setImmediate(() => {
        this.push(at < body.length ? body.subarray(at, at + CHUNK_BYTES) : null)
        at += CHUNK_BYTES
      })
    },
  })
}

beforeAll(async () => {
  app = await createFundsApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const admin = await app.admin()
  const [anna, rosa] = [await app.user('anna'), await app.user('rosa')]
  let iris = (await app.user(newName('iris'))).client
  const { id } = await askDeposit(rosa.client, '50')
  const codeOf = async (client: TestClient, path: string, form: Buffer): Promise<string> => {
    const answer = await client.raw('POST', path, form, FORM_TYPE)
    return answer.statusCode === 200 ? 'taken' : answer.json().code
  }
  const alone = (file: Uint8Array) => formBody([filePart(file)])
  send = {
    avatar: (file) => codeOf(anna.client, uploadAvatar.path, alone(file)),
    async identity(file) {
      const code = await codeOf(iris, submitIdentity.path, identityForm(file))
      // A check that waits refuses the next file before anybody looks at it.
      if (code === 'taken') iris = (await app.user(newName('iris'))).client
      return code
    },
    receipt: (file) => codeOf(rosa.client, putDepositReceipt.path.replace(':id', id), alone(file)),
    'site picture': (file) => codeOf(admin, uploadSitePicture.path, alone(file)),
  }
})
afterAll(() => app.close())

test('[F2 K4] every kind of upload is looked at here', () => {
  const paths = app.app.http.routes.filter(({ takes }) => takes !== undefined)
  expect(paths.map(({ endpoint }) => endpoint.path).sort()).toEqual(
    [uploadAvatar.path, submitIdentity.path, putDepositReceipt.path, uploadSitePicture.path].sort(),
  )
})

test.each(KINDS)('[F2 K4] PDFs made to be slow hold up no other call: %s', async (kind) => {
  const attacks = [slowPdf(), overlappingPdf()]
  const watch = watchLoop()
  for (let round = 0; round < UPLOADS; round++) {
    const code = await send[kind](ensure(attacks[round % attacks.length]))
    expect(code).toBe(isPaper(kind) ? 'PDF_UNREADABLE' : 'FILE_TYPE_REFUSED')
  }
  expect(watch.stop().longestMs).toBeLessThan(STALL_MS_MAX)
})

/** What each picture bomb is answered, a file of a type that is not taken by the kind of upload. */
const BOMB_ANSWERS: Readonly<Record<string, string>> = {
  png: 'PICTURE_TOO_LARGE',
  jpeg: 'PICTURE_TOO_LARGE',
  webp: 'PICTURE_TOO_LARGE',
  gif: 'FILE_TYPE_REFUSED',
  'many pictures': 'taken',
  'long texts': 'taken',
  'as many pixels as are taken': 'taken',
  'more pixels than are taken': 'PICTURE_TOO_LARGE',
}
const PAPER_TYPE_CODES: Readonly<Record<string, string>> = { FILE_TYPE_REFUSED: 'PAPER_TYPE_REFUSED' }

test('[F2 K4] [S-1] 64 picture bombs, of every format and for every kind of upload, are all looked at and hold up no other call', async () => {
  const bombs = Object.entries(await pictureBombs())
  expect(bombs.map(([name]) => name).sort()).toEqual(Object.keys(BOMB_ANSWERS).sort())
  const watch = watchLoop()
  const answers = await Promise.all(
    KINDS.map(async (kind) => {
      const codes: [kind: Kind, name: string, code: string][] = []
      for (const [name, bomb] of [...bombs, ...bombs]) codes.push([kind, name, await send[kind](bomb)])
      return codes
    }),
  )
  expect(watch.stop().longestMs).toBeLessThan(STALL_MS_MAX)
  const all = answers.flat()
  expect(all).toHaveLength(64)
  const expected = all.map(([kind, name]) => {
    const code = ensure(BOMB_ANSWERS[name])
    return [kind, name, (isPaper(kind) && PAPER_TYPE_CODES[code]) || code]
  })
  expect(all).toEqual(expected)
})

test('[F2 K4] ten files of five megabytes at once hold up no other call, and all are answered', async () => {
  // Refused in the end, and so not stored: the database of a test works on this very thread.
  const noise = `<< /Length 4900000 >>\nstream\n${randomBytes(4_900_000).toString('latin1')}\nendstream`
  const paper = formBody([filePart(pdf([noise, SCRIPT]))])
  const pixels = randomBytes(1_500 * 1_100 * 3)
  const photo = await sharp(pixels, { raw: { width: 1_500, height: 1_100, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  expect(photo.length).toBeGreaterThan(4_900_000)
  const uploads = await Promise.all(
    Array.from({ length: UPLOADS }, async (_, at) => {
      const { client } = await app.user(`user${at}`)
      client.headers['x-forwarded-for'] = `192.0.2.${at}`
      if (at % 2 === 0)
        return () => client.raw('POST', uploadAvatar.path, arriving(formBody([filePart(photo)])), FORM_TYPE)
      const { id } = await askDeposit(client, '50')
      return () => client.raw('POST', putDepositReceipt.path.replace(':id', id), arriving(paper), FORM_TYPE)
    }),
  )
  const watch = watchLoop()
  const answers = await Promise.all(uploads.map((upload) => upload()))
  expect(watch.stop().longestMs).toBeLessThan(STALL_MS_MAX)
  expect(answers.map((answer) => answer.json().code ?? 'taken')).toEqual(
    answers.map((_, at) => (at % 2 === 0 ? 'taken' : 'PDF_ACTIVE')),
  )
})

test('[K4] JSON that is too long is not read, and what is nested deeply is refused at once', async () => {
  const client = app.client()
  await client.raw('GET', '/healthz')
  const json = { 'content-type': 'application/json' }
  const bodies: [string, number][] = [
    [JSON.stringify({ username: 'x'.repeat(5_000_000) }), 413],
    [`[${'{"a":1},'.repeat(600_000)}1]`, 413],
    [`${'['.repeat(32_000)}${']'.repeat(32_000)}`, 400],
    [`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 400],
    [`[${'0,'.repeat(32_000)}0]`, 400],
    [`{${Array.from({ length: 6_000 }, (_, at) => `"k${at}":0`).join(',')}}`, 400],
    [`{"username":"${'\\ud800'.repeat(10_000)}"}`, 400],
    [`{"username":"${'\\u0000'.repeat(10_000)}"}`, 400],
    [`{"username":"${'ﷺ'.repeat(20_000)}","password":"x"}`, 400],
  ]
  const watch = watchLoop()
  for (const [body, status] of bodies) {
    for (let round = 0; round < UPLOADS; round++) {
      expect((await client.raw('POST', login.path, body, json)).statusCode).toBe(status)
    }
  }
  expect(watch.stop().longestMs).toBeLessThan(STALL_MS_MAX)
})
