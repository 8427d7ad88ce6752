import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { decodeBase64url, encodeBase64url } from '@truestrike/core/base64url.ts'
import { logOf } from '@truestrike/core/log-fixture.ts'
import {
  type BlockHeader,
  headerBytes,
  headerMessage,
  NO_HEADER,
  nextHeader,
} from '@truestrike/core/proof/block-header.ts'
import { testKey, testProduct } from '@truestrike/core/proof/proof-fixture.ts'
import { verifyEd25519 } from '@truestrike/core/proof/signature.ts'
import { parseSiteKeys, publicKeyOf } from '@truestrike/core/proof/site-keys.ts'
import { unwrap } from '@truestrike/core/result.ts'
import { expect, test } from './journey.ts'
import { saved } from './verifier.ts'

const key = testKey(1)
const { symbol, precision } = testProduct

/** Far ahead of the running site, whose prices must not be taken for this log's. */
const before: BlockHeader = {
  number: 1_000_000,
  productVersion: testProduct.version,
  firstSeq: 9_000_000,
  lastSeq: 9_000_009,
  root: NO_HEADER,
  previous: NO_HEADER,
  runningHash: NO_HEADER,
  lastSourceSeq: 1,
  lastVoidSeq: 0,
  timeMs: 1_000,
}

/** The block after it, signed; another price makes it another history. */
function signedHeader(price: number) {
  const entries = logOf([{ at: 1_100, price }], before.lastSeq + 1)
  const header = nextHeader(before, entries, testProduct, 1_200)
  const signature = encodeBase64url(key.sign(headerMessage(headerBytes(header, testProduct))))
  return { ...header, keyId: key.siteKey.id, signature }
}

const [kept, rewritten] = [signedHeader(50_000), signedHeader(60_000)]

/** A site with a key of its own whose log has one block; what it answers for it later may change. */
async function serveLog(page: Page, answer: { blocks: unknown[]; keys?: unknown[] }): Promise<void> {
  const data = (value: unknown) => ({ json: { success: true, data: value } })
  await page.route('**/api/proof/keys', (route) =>
    route.fulfill(data({ format: 'truestrike-keys/1', keys: answer.keys ?? [key.siteKey] })),
  )
  await page.route('**/api/market/blocks*', (route) =>
    route.fulfill(data({ symbol, precision, blocks: answer.blocks, archive: null, nextNumber: null })),
  )
  await page.routeWebSocket(/\/trade$/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      server.send(message)
      if (typeof message === 'string' && message.includes('"channel":"ticks"'))
        socket.send(JSON.stringify({ type: 'block', symbol, precision, header: kept }))
    })
    server.onMessage((message) => {
      if (typeof message === 'string' && !message.includes('"type":"block"')) socket.send(message)
    })
  })
}

/** Headers in the browser's database. */
const keptHeaders = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const known = await indexedDB.databases()
    if (!known.some(({ name }) => name === 'truestrike-proof')) return 0
    return new Promise<number>((resolve, reject) => {
      const opened = indexedDB.open('truestrike-proof')
      opened.onerror = () => reject(opened.error)
      opened.onsuccess = () => {
        const counted = opened.result.transaction('headers').objectStore('headers').count()
        counted.onsuccess = () => {
          opened.result.close()
          resolve(counted.result)
        }
      }
    })
  })

test('[P1] a header rewritten later raises a warning on every page that outlives a reload, with both signed headers', async ({
  page,
  say,
}) => {
  const answer = { blocks: [kept] as unknown[] }
  await serveLog(page, answer)
  await page.goto(`/trade/${symbol}`)
  await expect.poll(() => keptHeaders(page)).toBe(1)
  const warning = page.getByText(say('app:history.title'))
  const asked = page.waitForResponse('**/api/market/blocks*')
  await page.goto('/stocks')
  await asked
  await expect(warning).toBeHidden()
  // From here on the site tells another history.
  answer.blocks = [rewritten]
  await page.reload()
  await expect(warning).toBeVisible()
  const evidence = await saved(page, () =>
    page.getByRole('button', { name: say('app:history.download') }).click(),
  )
  expect(evidence.name).toBe('truestrike-contradictions.json')
  expectBothSigned(readFileSync(evidence.path, 'utf8'))
  // It does not go away when the site tells the first history again.
  answer.blocks = [kept]
  for (const path of ['/stocks', `/trade/${symbol}`, '/proof', '/login']) {
    await page.goto(path)
    await expect(warning).toBeVisible()
  }
  await page.goto('/proof')
  const forget = page.getByRole('main').getByRole('button', { name: say('proof:page.kept.forget') })
  const question = page.getByRole('alertdialog')
  await forget.click()
  // The evidence would be lost: that is said, and it can still be saved.
  await expect(question).toContainText(say('proof:page.kept.forgetText'))
  await question.getByRole('button', { name: say('ui:cancel') }).click()
  await expect(question).toBeHidden()
  const again = await saved(page, () =>
    page.getByRole('button', { name: say('app:history.download') }).click(),
  )
  expectBothSigned(readFileSync(again.path, 'utf8'))
  await forget.click()
  await question.getByRole('button', { name: say('proof:page.kept.forget') }).click()
  await expect(warning).toBeHidden()
  expect(await keptHeaders(page)).toBe(0)
})

test('[P1] a site that leaves out a kept header and goes on is told of, and its headers are not taken', {
  tag: '@full',
}, async ({ page, say }) => {
  const answer = { blocks: [kept] as unknown[] }
  await serveLog(page, answer)
  await page.goto(`/trade/${symbol}`)
  await expect.poll(() => keptHeaders(page)).toBe(1)
  const header = nextHeader(
    rewritten,
    logOf([{ at: 1_300, price: 60_000 }], rewritten.lastSeq + 1),
    testProduct,
    1_400,
  )
  const signature = encodeBase64url(key.sign(headerMessage(headerBytes(header, testProduct))))
  answer.blocks = [{ ...header, keyId: key.siteKey.id, signature }]
  await page.goto('/stocks')
  await expect(page.getByText(say('app:history.title'))).toBeVisible()
  expect(await keptHeaders(page)).toBe(1)
})

test('[P1] a site that says a key had ended before what it signed is told of, with the key as it was kept', {
  tag: '@full',
}, async ({ page, say }) => {
  const answer = { blocks: [kept] as unknown[], keys: undefined as unknown[] | undefined }
  await serveLog(page, answer)
  await page.goto(`/trade/${symbol}`)
  await expect.poll(() => keptHeaders(page)).toBe(1)
  answer.keys = [{ ...key.siteKey, toMs: kept.timeMs }]
  await page.goto('/proof')
  await expect(page.getByText(say('app:history.signedTitle'))).toBeVisible()
  const evidence = await saved(page, () =>
    page.getByRole('button', { name: say('app:history.download') }).click(),
  )
  const [found] = (JSON.parse(readFileSync(evidence.path, 'utf8')) as { contradictions: unknown[] })
    .contradictions
  expect(found).toMatchObject({
    kind: 'disowned',
    keyId: key.siteKey.id,
    kept: { symbol, precision, signature: kept.signature },
    told: { toMs: kept.timeMs },
    keys: [key.siteKey],
  })
})

interface Chain {
  blocks: (typeof kept)[]
  keyId: string
  signature: string
}

/** The file alone proves it: two headers of one number, two contents, two good signatures of one key. */
function expectBothSigned(text: string): void {
  const file = JSON.parse(text) as {
    contradictions: {
      kind: string
      symbol: string
      precision: number
      kept: Chain
      told: Chain
      keys: unknown[]
    }[]
  }
  const [found] = file.contradictions
  if (found === undefined) throw new Error('no contradiction')
  const keys = unwrap(parseSiteKeys({ format: 'truestrike-keys/1', keys: found.keys }))
  expect(found).toMatchObject({ kind: 'rewritten', symbol, precision })
  const roots = [found.kept, found.told].map(({ blocks, keyId, signature }) => {
    const [header] = blocks
    const signer = keys.find(({ id }) => id === keyId)
    if (header === undefined || signer === undefined) throw new Error('not signed')
    const message = headerMessage(headerBytes(header, found))
    expect(verifyEd25519(unwrap(decodeBase64url(signature)), message, publicKeyOf(signer))).toBe(true)
    expect(header.number).toBe(before.number + 1)
    return header.root
  })
  expect(roots).toEqual([kept.root, rewritten.root])
}

test('[P1] what the running site pushes and answers is one history, over reloads and pages', async ({
  page,
  say,
}) => {
  await page.goto(`/trade/${symbol}`)
  await expect.poll(() => keptHeaders(page)).toBeGreaterThan(0)
  const before = await keptHeaders(page)
  const asked = page.waitForResponse('**/api/market/blocks*')
  await page.reload()
  expect((await asked).ok()).toBe(true)
  await expect.poll(() => keptHeaders(page), { timeout: 40_000 }).toBeGreaterThan(before)
  await page.goto('/proof')
  await expect(page.getByText(say.like('proof:page.kept.headers_other'))).toBeVisible()
  await expect(page.getByText(say('proof:page.keys.unknown'))).toBeHidden()
  await expect(page.getByText(say('app:history.title'))).toBeHidden()
})
