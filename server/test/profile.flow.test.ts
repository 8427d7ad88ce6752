import { getUserInfo } from '@truestrike/protocol/account-endpoints.ts'
import {
  getProfile,
  removeAvatar,
  updateProfile,
  uploadAvatar,
} from '@truestrike/protocol/profile-endpoints.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  animation,
  blackPng,
  FORM_TYPE,
  type FormPart,
  filePart,
  formBody,
  packedText,
  picture,
} from './pictures.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

let app: TestApp
let anna: TestClient

beforeAll(async () => {
  app = await createTestApp()
  anna = app.client()
  await anna.join('Anna')
})
afterAll(() => app.close())

const send = (parts: readonly FormPart[], client = anna, headers: Record<string, string> = {}) =>
  client.raw('POST', uploadAvatar.path, formBody(parts), { ...FORM_TYPE, ...headers })

async function upload(bytes: Uint8Array, client = anna): Promise<string> {
  const answer = await send([filePart(bytes)], client)
  expect(answer.json()).toMatchObject({ success: true })
  return answer.json().data.avatar
}

const guest = (address: string, headers = {}) => app.client().raw('GET', address, undefined, headers)

test('[U2] a profile shows what is known, and keeps what its owner writes', async () => {
  const fresh = await anna.ok(getProfile)
  expect(fresh).toEqual({
    ...{ uid: fresh.uid, username: 'Anna', nickname: '', bio: '', phone: '', email: 'Anna@example.com' },
    ...{ avatar: null, identity: 'none', joinedMs: app.clock.nowMs(), lastLoginMs: app.clock.nowMs() },
  })
  const body = { nickname: 'Änna  <b>', bio: 'one\r\n\r\n\r\n\r\ntwo', phone: '+49 (30) 1234-56' }
  expect(await anna.ok(updateProfile, { body })).toMatchObject({
    ...{ nickname: 'Änna <b>', bio: 'one\n\ntwo', phone: '+4930123456' },
  })
  expect((await anna.ok(getUserInfo)).nickname).toBe('Änna <b>')
  await anna.ok(updateProfile, { body: { nickname: '', bio: '', phone: '' } })
  expect((await anna.ok(getUserInfo)).nickname).toBe('Anna')
})

test('[U2 K4] a phone number is digits of any of our scripts; marks that turn the direction are dropped', async () => {
  const kept = async (form: object) =>
    await anna.ok(updateProfile, { body: { nickname: '', bio: '', phone: '', ...form } })
  for (const phone of ['٠٣٠١٢٣٤٥٦', '۰۳۰۱۲۳۴۵۶', '०३०१२३४५६', '030/123456']) {
    expect((await kept({ phone })).phone).toBe('030123456')
  }
  expect((await kept({ nickname: '\u202eanna\u2066\u0007 \u200d' })).nickname).toBe('anna \u200d')
  for (const phone of ['12345', 'none', '+', '1'.repeat(16), '++4930123456']) {
    const { envelope } = await anna.call(updateProfile, { body: { nickname: '', bio: '', phone } })
    expect(envelope).toMatchObject({ details: { fields: [{ field: 'phone', rule: 'phone' }] } })
  }
  for (const nickname of ['Support Team', 'Truestrike', 'Аdmin', 'Crypto Trade Help']) {
    const refused = await anna.call(updateProfile, { body: { nickname, bio: '', phone: '' } })
    expect(refused.envelope, nickname).toMatchObject({
      code: 'NICKNAME_RESERVED',
      details: { field: 'nickname' },
    })
  }
  const long = await anna.call(updateProfile, { body: { nickname: 'x'.repeat(31), bio: '', phone: '' } })
  expect(long.envelope).toMatchObject({ details: { fields: [{ field: 'nickname', rule: 'maxLength' }] } })
})

test('[U2] a picture is made anew, shown to everybody, and gone with the next one', async () => {
  const first = await upload(await picture('jpeg', 900, 600))
  expect(first).toMatch(/^\/uploads\/avatars\/[\w-]{22}\.webp$/)
  expect((await anna.ok(getUserInfo)).avatar).toBe(first)
  const shown = await guest(first)
  expect(shown.statusCode).toBe(200)
  expect(shown.headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-disposition': 'attachment; filename="avatar.webp"',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(shown.headers['set-cookie']).toBeUndefined()
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
  expect(shown.rawPayload.includes('SECRET PLACE')).toBe(false)
  const again = await guest(first, { 'if-none-match': String(shown.headers.etag) })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])

  const second = await upload(await picture('png'))
  expect(second).not.toBe(first)
  expect([(await guest(first)).statusCode, (await guest(second)).statusCode]).toEqual([404, 200])
  expect(await anna.ok(removeAvatar)).toEqual({ avatar: null })
  expect((await guest(second)).statusCode).toBe(404)
  expect((await anna.ok(getProfile)).avatar).toBeNull()
  expect(await app.db.query('select 1 from avatars')).toEqual([])
})

test('[U2] of a film the first picture is kept; a turned photograph stands upright', async () => {
  const still = await guest(await upload(await animation()))
  expect((await sharp(still.rawPayload).metadata()).pages ?? 1).toBe(1)
  const halves = await sharp({ create: { width: 40, height: 80, channels: 3, background: '#000' } })
    .composite([
      {
        input: await sharp({ create: { width: 40, height: 40, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
        top: 0,
        left: 0,
      },
    ])
    .withMetadata({ orientation: 3 })
    .jpeg()
    .toBuffer()
  const upright = await guest(await upload(halves))
  const { data } = await sharp(upright.rawPayload).greyscale().raw().toBuffer({ resolveWithObject: true })
  expect([data[128] ?? 0, data.at(-128) ?? 0].map((grey) => grey > 128)).toEqual([false, true])
})

test('[U2 K4] what hides behind a picture does not come out again', async () => {
  const hidden = Buffer.from('PK\x03\x04<script>alert(1)</script><?php evil() ?>')
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const shown = await guest(await upload(Buffer.concat([await picture(format), hidden])))
    expect(shown.rawPayload.includes('<script>')).toBe(false)
    expect((await sharp(shown.rawPayload).metadata()).format).toBe('webp')
  }
})

test('[U2 K4] files that are no picture we take, damaged ones and bombs are refused, each with its reason', async () => {
  const jpeg = await picture('jpeg', 640, 480)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(4_000)])
  const cases: [string, Uint8Array, string][] = [
    ['svg', Buffer.from(svg), 'FILE_TYPE_REFUSED'],
    ['html', Buffer.from('<!doctype html><script>alert(1)</script>'), 'FILE_TYPE_REFUSED'],
    ['gif', await picture('gif'), 'FILE_TYPE_REFUSED'],
    ['gif that is a script', Buffer.from('GIF89a/*....*/=alert(1)//'), 'FILE_TYPE_REFUSED'],
    ['tiff', await picture('tiff'), 'FILE_TYPE_REFUSED'],
    ['avif', await picture('avif'), 'FILE_TYPE_REFUSED'],
    ['pdf', Buffer.from('%PDF-1.7\n%%EOF'), 'FILE_TYPE_REFUSED'],
    ['zip', zip, 'FILE_TYPE_REFUSED'],
    ['nothing', new Uint8Array(), 'FILE_MISSING'],
    ['svg called jpeg', Buffer.concat([jpeg.subarray(0, 3), Buffer.from(svg)]), 'PICTURE_UNREADABLE'],
    ['half a jpeg', jpeg.subarray(0, jpeg.length / 2), 'PICTURE_UNREADABLE'],
    ['half a png', (await picture('png', 640, 480)).subarray(0, 400), 'PICTURE_UNREADABLE'],
    ['half a webp', (await picture('webp', 640, 480)).subarray(0, 60), 'PICTURE_UNREADABLE'],
    ['a head alone', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'PICTURE_UNREADABLE'],
    ['one pixel', blackPng(1, 1), 'PICTURE_UNREADABLE'],
    ['pixel bomb', blackPng(19_000, 19_000), 'PICTURE_TOO_LARGE'],
    ['long bomb', blackPng(16, 3_000_000), 'PICTURE_TOO_LARGE'],
    ['too many bytes', Buffer.alloc(5 * 1024 * 1024 + 1, jpeg), 'FILE_TOO_LARGE'],
  ]
  const found = []
  for (const [what, bytes] of cases) found.push([what, (await send([filePart(bytes)])).json().code])
  expect(found).toEqual(cases.map(([what, , code]) => [what, code]))
  expect(app.logged).toEqual([])
})

test('[U2 K4] text that unpacks to a flood costs no memory', async () => {
  const flood = blackPng(64, 64, packedText(300 * 1024 * 1024))
  expect(flood.length).toBeLessThan(1024 * 1024)
  const before = process.memoryUsage().rss
  const { statusCode } = await send([filePart(flood)])
  expect([200, 400]).toContain(statusCode)
  expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1024 * 1024)
})

test('[U2 K4] forms that are none, too long or of other parts are refused as such', async () => {
  const jpeg = await picture('jpeg')
  const whole = formBody([filePart(jpeg)])
  const raw = async (body: string | Buffer, headers: Record<string, string>) =>
    (await anna.raw('POST', uploadAvatar.path, body, headers)).json().code
  expect(await raw(whole.subarray(0, -40), FORM_TYPE)).toBe('MALFORMED_REQUEST')
  expect(await raw(whole, { 'content-type': 'multipart/form-data' })).toBe('MALFORMED_REQUEST')
  expect(await raw('{}', { 'content-type': 'application/json' })).toBe('UNSUPPORTED_MEDIA_TYPE')
  expect(await raw('a=b', { 'content-type': 'application/x-www-form-urlencoded' })).toBe(
    'UNSUPPORTED_MEDIA_TYPE',
  )
  expect(await raw(whole, { ...FORM_TYPE, 'content-length': '99999999' })).toBe('FILE_TOO_LARGE')
  const codeOf = async (parts: readonly FormPart[]) => (await send(parts)).json().code
  expect(await codeOf([])).toBe('FILE_MISSING')
  expect(await codeOf([filePart(jpeg), filePart(jpeg)])).toBe('MALFORMED_REQUEST')
  expect(await codeOf([{ name: 'other', fileName: 'x.jpg', content: jpeg }])).toBe('MALFORMED_REQUEST')
  expect(await codeOf([filePart(jpeg), { name: 'x', content: 'y' }])).toBe('INVALID_PARAMETERS')
  expect(await codeOf([filePart(jpeg), { name: '__proto__', content: 'y' }])).toMatch(/INVALID|MALFORMED/)
  expect(app.logged).toEqual([])
})

test('[U2 K2] one upload at a time and so many a minute', async () => {
  const jpeg = await picture('jpeg')
  const answers = await Promise.all([1, 2, 3].map(() => send([filePart(jpeg)])))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toContain(200)
  for (const { statusCode, headers } of answers) {
    if (statusCode !== 200) expect([statusCode, headers['retry-after']]).toEqual([429, '3'])
  }
  const strict = await createTestApp({ beside: app, env: { LIMIT_UPLOAD_PER_MINUTE: '2' } })
  const berta = strict.client()
  await berta.register('Berta', app.firstRun.inviteCode)
  await berta.login('Berta')
  for (const expected of [200, 200, 429]) {
    expect((await send([filePart(jpeg)], berta)).statusCode).toBe(expected)
  }
  await strict.close()
})

test('[U2 K3] nobody uploads without a session and the XSRF header', async () => {
  const parts = [filePart(await picture('jpeg'))]
  expect((await send(parts, app.client())).statusCode).toBe(401)
  expect((await send(parts, anna, { 'x-xsrf-token': 'wrong' })).json().code).toBe('CSRF_REJECTED')
  expect((await send(parts, anna, { origin: 'https://evil.example' })).json().code).toBe('ORIGIN_REJECTED')
})

test('[K4] below /uploads there is nothing but pictures by their whole names', async () => {
  const address = await upload(await picture('webp'))
  const name = address.split('/').at(-1) ?? ''
  for (const path of [
    ...['/uploads', '/uploads/', '/uploads/avatars', '/uploads/avatars/', `/uploads/avatars/${name}/x`],
    ...['/uploads/avatars/..%2f..%2fpackage.json', '/uploads/avatars/%2e%2e/%2e%2e/etc/passwd'],
    ...['/uploads/../package.json', `/uploads/avatars/${name.slice(0, -5)}`, '/uploads/avatars/%00.webp'],
    ...[`/uploads/avatars/${name.replace('.webp', '.svg')}`, "/uploads/avatars/'or'1'='1.webp"],
  ]) {
    const { statusCode, headers } = await guest(path, { accept: 'text/html' })
    expect([path, statusCode < 500, statusCode >= 400]).toEqual([path, true, true])
    expect(headers['content-type']).toContain('json')
  }
  expect((await guest(address)).statusCode).toBe(200)
})

test('[U2 L3] refusals are in the language of the caller', async () => {
  const refused = await send([filePart('no picture')], anna, { 'accept-language': 'ar-AR' })
  expect(refused.json().message).toBe('تُقبل الصور بصيغ JPEG وPNG وWebP فقط')
})
