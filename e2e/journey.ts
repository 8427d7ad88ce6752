import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { ControlLog, lastLook } from './control-log.ts'
import { KeptShell } from './kept-shell.ts'
import { PageFaults } from './page-faults.ts'
import { type Person, type Place, registerPerson, signIn } from './person.ts'
import { type Words, wordsOf } from './words.ts'

interface Fixtures {
  language: string
  say: Words
  place: Place
  faults: PageFaults
  /** A new user, signed in in this context. */
  person: Person
  /** Names the test whose uses of controls are noted from now on. */
  noted: undefined
}

interface WorkerFixtures {
  browser: Browser
  controls: ControlLog
  shell: KeptShell
  /** Does what each context needs before it opens a page. */
  prepare: (context: BrowserContext) => Promise<void>
}

const folder = fileURLToPath(new URL('.', import.meta.url))

/**
 * A sheet that has closed takes its step of the history back in its own time, which no hand is quick enough to notice; an
 * address that was entered meanwhile would be given up for it.
 */
function leavingAfterSteps(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const stepsAreTaken = () =>
    page.waitForFunction(
      () =>
        typeof history.state?.sheet !== 'number' ||
        document.querySelector(':is([role=dialog], [role=alertdialog]):not([data-closed])') !== null,
    )
  page.goto = async (...options) => {
    await stepsAreTaken()
    return goto(...options)
  }
  page.reload = async (...options) => {
    await stepsAreTaken()
    return reload(...options)
  }
  return page
}

/**
 * A journey through the product that is already running. It fails when a page writes an error to its console,
 * throws, or breaks the content security policy.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  controls: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner asks for a pattern.
    async ({}, use) => {
      const controls = new ControlLog()
      await use(controls)
      controls.write()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: the runner asks for a pattern.
  shell: [async ({}, use) => use(new KeptShell()), { scope: 'worker' }],
  prepare: [
    async ({ controls, shell }, use) =>
      use(async (context) => {
        await controls.note(context)
        await shell.prepare(context)
      }),
    { scope: 'worker' },
  ],
  browser: [
    async ({ browser, prepare }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        await prepare(context)
        const close = context.close.bind(context)
        context.close = async (reason) => {
          await lastLook(context)
          await close(reason)
        }
        return context
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  noted: [
    async ({ controls, serviceWorkers, shell }, use, info) => {
      shell.isKept = serviceWorkers === 'allow'
      controls.begin([info.project.name, relative(folder, info.file), info.titlePath.slice(1).join(' › ')])
      await use(undefined)
    },
    { auto: true },
  ],
  // One for the tests of a worker, emptied in between (`reuseContext`); what the runner leaves is undone here.
  context: async ({ noted: _, context, prepare }, use) => {
    await context.clearPermissions()
    await context.setOffline(false)
    await prepare(context)
    await use(context)
    await lastLook(context)
  },
  page: async ({ page }, use) => use(leavingAfterSteps(page)),
  // biome-ignore lint/correctness/noEmptyPattern: the runner asks for a pattern.
  language: async ({}, use, info) => use(String(info.project.metadata.language ?? 'en-US')),
  say: async ({ language }, use) => use(wordsOf(language)),
  // biome-ignore lint/correctness/noEmptyPattern: the runner asks for a pattern.
  place: async ({}, use) => {
    const told = process.env.E2E_PRODUCT
    if (told === undefined) throw new Error('no product is running: start the journeys with npm run e2e')
    await use(JSON.parse(told) as Place)
  },
  baseURL: async ({ place }, use) => use(place.url),
  faults: [
    async ({ context, language }, use) => {
      const faults = new PageFaults()
      faults.watch(context)
      await context.addInitScript((locale) => {
        // The empty page before the first one has no storage.
        if (!location.protocol.startsWith('http')) return
        if (localStorage.getItem('language') === null) localStorage.setItem('language', locale)
      }, language)
      await use(faults)
      expect(faults.unexpected(), 'complaints of the pages').toEqual([])
    },
    { auto: true },
  ],
  person: async ({ place, context }, use) =>
    use(await signIn(place, context, await registerPerson(place, context))),
})

export { expect }
