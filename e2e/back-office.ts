import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { BrowserContext, Locator, Page, Response } from '@playwright/test'
import { expect } from './journey.ts'
import { test as ownProduct } from './own-product.ts'
import type { Credentials } from './person.ts'
import { adminAnswer, choosePassword, type SecondOwner, secondOwner } from './second-owner.ts'
import type { Words } from './words.ts'

export interface Office {
  /** The session of the owner, for calls beside the page. */
  token: string
  /** Opens a page of the back office alone, without the shell around it. */
  open(page: string, query?: string): Promise<void>
  /** The drawer of what lies open. */
  drawer: Locator
  /** What the drawer says of the last act that was not done. */
  refusal: Locator
  /** A question before an act. */
  question: Locator
  /** To come back to the list, which is not seen beside it on a phone. */
  closeDrawer(): Promise<void>
  /** A button anywhere on the page, or within `part`, by its whole name. */
  button(name: string, part?: Locator): Locator
  /** What the next call with this in its path is answered. */
  answer(path: string): Promise<Response>
  /** The page and query that a press on this leads to, without going there. */
  leadsTo(control: Locator): Promise<string>
}

/** The lines of the file that a press brings. */
export async function linesOf(page: Page, press: () => Promise<void>): Promise<string[]> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
}

/** To come back to the list, which is not seen beside it on a phone. */
export async function closeDrawer(drawer: Locator, say: Words): Promise<void> {
  await drawer.getByRole('button', { name: say('admin:table.close'), exact: true }).click()
  await expect(drawer).toBeHidden()
}

/** The rows of the list of a page. */
export const rowsOf = (page: Page): Locator => page.locator('.adm-table tbody tr')

/** Of so many rows in all each of these, chosen or typed, leaves so many; taken back, it leaves all. */
export async function narrow(
  rows: Locator,
  all: number,
  field: Locator,
  counts: Record<string, number>,
): Promise<void> {
  const isChoice = await field.evaluate((element) => element.localName === 'select')
  const put = async (value: string): Promise<void> => {
    await (isChoice ? field.selectOption(value) : field.fill(value))
  }
  for (const [value, count] of Object.entries(counts)) {
    await put(value)
    await expect(rows, value).toHaveCount(count)
  }
  await put('')
  await expect(rows).toHaveCount(all)
}

/** How often a call to this path is made from now on. */
export function countCalls(page: Page, path: string): () => number {
  let calls = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(path)) calls += 1
  })
  return () => calls
}

/** Writes day and time, `2026-11-21T17:45` with or without seconds, into the two fields of a time of this label. */
export async function fillTime(part: Locator, label: string, text: string, say: Words): Promise<void> {
  const [day = '', clock = ''] = text.split('T')
  await part.getByLabel(label, { exact: true }).fill(day)
  await part.getByLabel(say('admin:clock', { label }), { exact: true }).fill(clock)
}

/** How many files pages bring from now on. */
export function countFiles(page: Page): () => number {
  let files = 0
  page.on('download', () => {
    files += 1
  })
  return () => files
}

/** Pages of the back office that the context opens from now on are in this session. */
export async function keepSession(context: BrowserContext, token: string): Promise<void> {
  await context.addInitScript((session) => {
    // The empty page before the first one has no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('adminToken', session)
  }, token)
}

/**
 * The back office of a product that the tests of a worker share, with its first administrator signed in without the form.
 * `second`: another owner, who is there for as long as the test.
 */
export const test = ownProduct.extend<{ office: Office; second: SecondOwner }, { owner: Credentials }>({
  owner: [
    async ({ browser, product }, use) => {
      const { adminUsername: username, adminPassword: oneTime } = product.firstRun
      const password = randomBytes(12).toString('hex')
      const context = await browser.newContext()
      await choosePassword(product, context, { username, oneTime, own: password })
      await context.close()
      await use({ username, password })
    },
    { scope: 'worker' },
  ],
  office: async ({ page, context, place, owner, say }, use) => {
    const { token } = await adminAnswer<{ token: string }>(place, context, 'login', owner)
    await keepSession(context, token)
    const drawer = page.getByRole('complementary')
    await use({
      token,
      open: async (name, query = '') => {
        await page.goto(`/admin-pages/${name}/index.html${query}`)
      },
      drawer,
      refusal: drawer.getByRole('alert').filter({ hasText: /\S/ }),
      question: page.getByRole('alertdialog'),
      closeDrawer: () => closeDrawer(drawer, say),
      button: (name, part) => (part ?? page).getByRole('button', { name, exact: true }),
      answer: (path) =>
        page.waitForResponse((each) => each.url().includes(path) && each.request().method() === 'POST'),
      leadsTo: async (control) => {
        const isPage = ({ pathname }: URL): boolean => pathname.startsWith('/admin/')
        // An answer without content leaves the browser where it is.
        await page.route(isPage, (route) => route.fulfill({ status: 204 }), { times: 1 })
        const asked = page.waitForRequest((each) => each.isNavigationRequest())
        await control.click()
        const { pathname, search } = new URL((await asked).url())
        return pathname + search
      },
    })
  },
  second: async ({ browser, context, place, office }, use) => {
    const second = await secondOwner(place, browser, { context, token: office.token })
    await use(second)
    await second.leave()
  },
})
