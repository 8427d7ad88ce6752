import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { ensure } from '@truestrike/core/assert.ts'
import { login } from '@truestrike/protocol/account-endpoints.ts'
import { uploadSitePicture } from '@truestrike/protocol/config-endpoints.ts'
import { putDepositReceipt } from '@truestrike/protocol/funds-endpoints.ts'
import { submitIdentity, uploadAvatar } from '@truestrike/protocol/profile-endpoints.ts'
import type { LightMyRequestResponse } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askDeposit, createFundsApp, type FundsApp } from './funds-app.ts'
import { watchLoop } from './loop-stalls.ts'
import { LARGE_BYTES, largePdf, overlappingPdf, SCRIPT, slowPdf } from './pdfs.ts'
import { FORM_TYPE, filePart, formBody, pictureBombs } from './pictures.ts'
import type { TestClient } from './test-client.ts'
import { testDatabaseUrl } from './test-database.ts'

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

const codeIn = (answer: LightMyRequestResponse): string =>
  answer.statusCode === 200 ? 'taken' : answer.json().code

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
  const codeOf = (client: TestClient, path: string, form: Buffer): Promise<string> =>
    client.raw('POST', path, form, FORM_TYPE).then(codeIn)
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

test.each(KINDS)('[F2 K4] [S-1] PDFs made to be slow hold up no other call: %s', async (kind) => {
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

test.each(['by a process that has seen none', 'by one that has seen them'])(
  '[F2 K4] [S-1] 32 picture bombs, of every format and for every kind of upload, are all looked at and hold up no other call: %s',
  async () => {
    const bombs = Object.entries(await pictureBombs())
    expect(bombs.map(([name]) => name).sort()).toEqual(Object.keys(BOMB_ANSWERS).sort())
    const watch = watchLoop()
    const answers = await Promise.all(
      KINDS.map(async (kind) => {
        const codes: [kind: Kind, name: string, code: string][] = []
        for (const [name, bomb] of bombs) codes.push([kind, name, await send[kind](bomb)])
        return codes
      }),
    )
    expect(watch.stop().longestMs).toBeLessThan(STALL_MS_MAX)
    const all = answers.flat()
    expect(all).toHaveLength(32)
    const expected = all.map(([kind, name]) => {
      const code = ensure(BOMB_ANSWERS[name])
      return [kind, name, (isPaper(kind) && PAPER_TYPE_CODES[code]) || code]
    })
    expect(all).toEqual(expected)
  },
)

async function largePhoto(): Promise<Buffer> {
  const pixels = randomBytes(1_500 * 1_100 * 3)
  const photo = await sharp(pixels, { raw: { width: 1_500, height: 1_100, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  expect(photo.length).toBeGreaterThan(LARGE_BYTES)
  return photo
}

/** Sends a file of that kind as a new user from an address of their own does, site pictures as an administrator. */
async function uploader(kind: Kind, at: number, file: Uint8Array): Promise<() => Promise<string>> {
  const user = kind === 'site picture' ? null : await app.user(newName('uploader'))
  const client = user?.client ?? (await app.admin(newName('admin')))
  client.headers['x-forwarded-for'] = `192.0.2.${at}`
  const form = kind === 'identity' ? identityForm(file) : formBody([filePart(file)])
  const path = await pathOf(kind, client)
  return () => client.raw('POST', path, arriving(form), FORM_TYPE).then(codeIn)
}

async function pathOf(kind: Kind, client: TestClient): Promise<string> {
  if (kind === 'receipt') return putDepositReceipt.path.replace(':id', (await askDeposit(client, '50')).id)
  return { avatar: uploadAvatar, identity: submitIdentity, 'site picture': uploadSitePicture }[kind].path
}

test('[F2 K4] [S-1] ten files of five megabytes at once hold up no other call, and all are answered', async () => {
  const [paper, photo] = [largePdf([SCRIPT]), await largePhoto()]
  const uploads = await Promise.all(
    Array.from({ length: UPLOADS }, (_, at) =>
      at % 2 === 0 ? uploader('avatar', at, photo) : uploader('receipt', at, paper),
    ),
  )
  const watch = watchLoop()
  const codes = await Promise.all(uploads.map((upload) => upload()))
  expect(watch.stop().longestMs).toBeLessThan(STALL_MS_MAX)
  expect(codes).toEqual(codes.map((_, at) => (at % 2 === 0 ? 'taken' : 'PDF_ACTIVE')))
})

test('[F2 K4] [S-1] ten files of five megabytes at once are taken, sealed and stored, and hold up no other call', async () => {
  const [paper, photo] = [largePdf(), await largePhoto()]
  const files: [Kind, Uint8Array][] = [
    ...Array<[Kind, Uint8Array]>(3).fill(['identity', paper]),
    ...Array<[Kind, Uint8Array]>(3).fill(['receipt', paper]),
    ...KINDS.map((kind): [Kind, Uint8Array] => [kind, photo]),
  ]
  expect(files).toHaveLength(UPLOADS)
  const storedMb = async (): Promise<number> => {
    const [row] = await app.db.query<{ bytes: bigint }>(
      `select coalesce(sum(length(sealed)), 0)::int8 as bytes
      from (select sealed from identity_documents union all select sealed from deposit_receipts) as papers`,
    )
    return Number(ensure(row).bytes) / 1e6
  }
  const uploads = await Promise.all(files.map(([kind, file], at) => uploader(kind, at, file)))
  const beforeMb = await storedMb()
  const watch = watchLoop()
  const codes = await Promise.all(uploads.map((upload) => upload()))
  const { longestMs } = watch.stop()
  // The embedded database of a test works on this very thread; `stalled-edge.flow.test.ts` has the one of the product.
  if (testDatabaseUrl !== undefined) expect(longestMs).toBeLessThan(STALL_MS_MAX)
  expect(codes).toEqual(files.map(() => 'taken'))
  // The PDFs as they came, the two pictures made anew.
  expect((await storedMb()) - beforeMb).toBeGreaterThan((6 * LARGE_BYTES) / 1e6 + 1)
})

test('[K4] [S-1] JSON that is too long is not read, and what is nested deeply is refused at once', async () => {
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
