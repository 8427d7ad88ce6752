import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ERRORS } from '@truestrike/protocol/errors.ts'
import sharp, { type Sharp } from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { pdf } from '../../test/pdfs.ts'
import { blackPng, picture } from '../../test/pictures.ts'
import { bundledWorker, serverBundle } from '../../test/server-bundle.ts'
import { createFileWorker, type FileWorkerOptions } from './file-worker.ts'

const opened: { close(): void }[] = []
afterEach(() => {
  for (const worker of opened.splice(0)) worker.close()
})

function open(options: FileWorkerOptions = {}) {
  const lost: string[] = []
  const settings: FileWorkerOptions = {
    processFile: () => bundledWorker('file-worker-process'),
    onLost: (error) => void lost.push(error.message),
    ...options,
  }
  const worker = createFileWorker(settings)
  opened.push(worker)
  return { worker, settings, lost }
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'taken',
    (error: { code?: string }) => error.code ?? String(error),
  )
/** A user at an address of their own, or at another one. */
const ownerOf = (user: string, address = `address of ${user}`) => ({ address, user })
const anna = ownerOf('anna')
/** Takes a second or so to be decoded. */
const LARGE = blackPng(7_000, 7_000)

test('[F2 K4] files are looked at in a process without settings, that gives way to others and is there from the first file on', async () => {
  const { worker } = open()
  expect(worker.pid()).toBeNull()
  expect(await codeOf(worker.checkPdf(anna, pdf()))).toBe('taken')
  const pid = Number(worker.pid())
  expect(pid).toBeGreaterThan(0)
  expect(pid).not.toBe(process.pid)
  expect((await worker.square(anna, await picture('png'), 64)).length).toBeGreaterThan(0)
  expect(worker.pid()).toBe(pid)
  if (process.platform !== 'linux') return
  expect(getPriority(pid)).toBe(5)
  const settings = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').filter(Boolean)
  // How it takes memory from the system, and nothing of the server's.
  expect(settings.filter((each) => !/^(NODE_CHANNEL|MALLOC)_/.test(each))).toEqual([])
  expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'latin1').trim()).toBe('1000')
})

test('[F2 K4] a process that dies blames no file: the one it was at is taken once it is sent again', async () => {
  const { worker, lost } = open()
  await worker.checkPdf(anna, pdf())
  const first = Number(worker.pid())
  const refused = codeOf(worker.within(anna, LARGE, 2_000))
  const next = codeOf(worker.checkPdf(anna, pdf()))
  // The first message is on its way before the turn of this one is over.
  await Promise.resolve()
  process.kill(first, 'SIGKILL')
  expect(await refused).toBe('FILE_NOT_CHECKED')
  expect(ERRORS.FILE_NOT_CHECKED).toBe(503)
  expect(await next).toBe('taken')
  expect(worker.pid()).not.toBe(first)
  expect(lost).toEqual([expect.stringContaining('SIGKILL')])
  expect(await codeOf(worker.within(anna, LARGE, 2_000))).toBe('taken')
})

test('[F2 K4] a decoder that cannot be loaded blames no picture', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'truestrike-no-decoder-'))
  // Without packages beside it.
  cpSync(await serverBundle(), folder, { recursive: true })
  const { worker, lost } = open({
    processFile: async () => pathToFileURL(join(folder, 'file-worker-process.mjs')),
  })
  expect(await codeOf(worker.checkPdf(anna, pdf()))).toBe('taken')
  expect(await codeOf(worker.square(anna, await picture('png'), 64))).toBe('FILE_NOT_CHECKED')
  expect(lost).toEqual([expect.stringContaining('ended by code 1')])
  rmSync(folder, { recursive: true })
})

/** Pictures of one colour that a decoder holds as a whole, as large as they may be and a little larger. */
const HELD: readonly [name: string, side: number, make: (side: number) => Sharp][] = [
  ['progressive JPEG', 4_898, (side) => plain(side, 3).jpeg({ progressive: true })],
  [
    'interlaced PNG of 16 bits',
    3_000,
    (side) => plain(side, 4).toColourspace('rgb16').png({ progressive: true }),
  ],
  ['WebP without loss', 3_000, (side) => plain(side, 4).webp({ lossless: true, effort: 0 })],
]
const plain = (side: number, channels: 3 | 4): Sharp =>
  sharp({ create: { width: side, height: side, channels, background: { r: 40, g: 90, b: 60, alpha: 0.5 } } })

test.each(HELD)(
  '[S-1] [F2 K4] a picture that a decoder holds as a whole takes less than 300 MB: %s',
  {
    timeout: 90_000,
  },
  async (_name, side, make) => {
    const { worker, lost } = open()
    expect(await codeOf(worker.within(anna, await make(side + 10).toBuffer(), 2_000))).toBe(
      'PICTURE_TOO_LARGE',
    )
    // The process is ended when it takes more.
    expect(await codeOf(worker.within(anna, await make(side).toBuffer(), 2_000))).toBe('taken')
    expect(lost).toEqual([])
  },
)

test('[F2 K4] [S-1] a file that takes too long is given up without blame, and the next one is looked at', async () => {
  const { worker, settings, lost } = open()
  await worker.checkPdf(anna, pdf())
  const first = worker.pid()
  settings.jobMsMax = 1
  expect(await codeOf(worker.within(anna, LARGE, 2_000))).toBe('FILE_NOT_CHECKED')
  delete settings.jobMsMax
  expect(lost).toEqual([expect.stringContaining('took more than 1 ms')])
  expect(await codeOf(worker.within(anna, await picture('jpeg'), 2_000))).toBe('taken')
  expect(worker.pid()).not.toBe(first)
})

test('[F2 K2] so many files wait, one more is told to come back, and a process that cannot start refuses none for its content', async () => {
  const { worker } = open()
  const codes = await Promise.all(
    Array.from({ length: 20 }, (_, at) => codeOf(worker.checkPdf(ownerOf(`user ${at}`), pdf()))),
  )
  expect(codes).toEqual([...Array(16).fill('taken'), ...Array(4).fill('SERVICE_UNAVAILABLE')])

  const missing = open({ processFile: async () => pathToFileURL('/nowhere/file-worker-process.mjs') })
  expect(await codeOf(missing.worker.checkPdf(anna, pdf()))).toBe('FILE_NOT_CHECKED')
  expect(missing.lost).toHaveLength(1)
})

test('[F2] [K4] three users who upload as much as they may hold up nobody else', async () => {
  const { worker } = open()
  const order: string[] = []
  const send = async (owner: string): Promise<void> => {
    const code = await codeOf(worker.checkPdf(ownerOf(owner), pdf()))
    order.push(code === 'taken' ? owner : code)
  }
  const flooding = ['mallory', 'trudy', 'oscar']
  for (const owner of flooding) await send(owner)
  const flood = [1, 2, 3].flatMap(() => flooding.map(send))
  const refused = flooding.map(send)
  await send('anna')
  // Beside those that found no place, only the file under way came before hers.
  expect(order).toEqual([...flooding, ...Array(3).fill('SERVICE_UNAVAILABLE'), 'mallory', 'anna'])
  await Promise.all([...flood, ...refused])
  expect(order.slice(8)).toHaveLength(8)
  expect(new Set(order.slice(8))).toEqual(new Set(flooding))
})

test('[F2] [K4] [S-2] five accounts of one address that upload as much as they may come after the first file of another address', async () => {
  const { worker } = open()
  const order: string[] = []
  const send = async (user: string, address: string): Promise<void> => {
    await worker.checkPdf(ownerOf(user, address), pdf())
    order.push(user)
  }
  const crowd = ['u1', 'u2', 'u3', 'u4', 'u5']
  const flood = [1, 2, 3].flatMap(() => crowd.map((user) => send(user, 'crowd')))
  await send('anna', 'elsewhere')
  expect(order).toEqual(['u1', 'anna'])
  await Promise.all(flood)
})
