import { expect, type Locator, type Page } from '@playwright/test'
import type { Credentials } from './person.ts'
import type { Words } from './words.ts'

/** What a visitor does on the screens, in steps that several journeys take. */

export async function fillLogin(page: Page, say: Words, { username, password }: Credentials): Promise<void> {
  await page.getByLabel(say('auth:username.label')).fill(username)
  await page.getByLabel(say('auth:password.label'), { exact: true }).fill(password)
  await page.getByRole('button', { name: say('auth:login'), exact: true }).click()
}

interface Registration {
  email?: string
  confirmPassword?: string
  inviteCode?: string
}

export async function fillRegistration(
  page: Page,
  say: Words,
  { username, password }: Credentials,
  { email, confirmPassword, inviteCode }: Registration = {},
): Promise<void> {
  await page.getByLabel(say('auth:username.label')).fill(username)
  await page.getByLabel(say('auth:email.label')).fill(email ?? `${username}@example.com`)
  await page.getByLabel(say('auth:password.label'), { exact: true }).fill(password)
  await page.getByLabel(say('auth:confirmPassword.label')).fill(confirmPassword ?? password)
  if (inviteCode !== undefined) await page.getByLabel(say('auth:inviteCode.label')).fill(inviteCode)
  await tick(page.getByRole('checkbox'))
  await page.getByRole('button', { name: say('auth:register'), exact: true }).click()
}

export async function openAccountMenu(page: Page, say: Words): Promise<void> {
  await page.getByRole('button', { name: say('app:accountMenu') }).click()
}

export async function chooseLanguage(page: Page, name: string): Promise<void> {
  await page.locator('header button.ib-word').click()
  await page.getByRole('menuitem', { name }).click()
}

/** Chooses a radio button whose label is drawn in its place, once the label has come to rest. */
export async function choose(radio: Locator): Promise<void> {
  await radio.locator('xpath=ancestor::label').click()
  await expect(radio).toBeChecked()
}

/** Presses a box where it is drawn, as its label may hold a link. */
export async function pressBox(box: Locator): Promise<void> {
  const label = box.locator('xpath=ancestor::label')
  const [drawn, around] = [await box.boundingBox(), await label.boundingBox()]
  if (drawn === null || around === null) throw new Error('the box is not on the screen')
  const x = drawn.x - around.x + drawn.width / 2
  const y = drawn.y - around.y + drawn.height / 2
  await label.click({ position: { x, y } })
}

export async function tick(box: Locator): Promise<void> {
  if (!(await box.isChecked())) await pressBox(box)
  await expect(box).toBeChecked()
}

/** Durations offered from the start, seconds; pairs with a short contract have that one before them. */
const DURATIONS = [30, 60, 120, 300, 900, 3_600, 14_400, 86_400]

/** The order panel of the trade screen. */
export function orderPanel(page: Page, say: Words): OrderPanel {
  const region = page.getByRole('region', { name: say('trade:order.region') })
  return {
    region,
    amount: region.getByLabel(say('trade:order.amount'), { exact: true }),
    up: region.getByRole('button', { name: say('trade:direction.upCondition') }),
    down: region.getByRole('button', { name: say('trade:direction.downCondition') }),
    duration: (seconds) => region.getByRole('radio').nth(DURATIONS.indexOf(seconds)),
    hint: region.locator('.hint-bad'),
    ask: page.getByRole('dialog', { name: say('trade:confirm.title') }),
    buy: page.getByRole('dialog', { name: say('trade:confirm.title') }).locator('.td-buy'),
  }
}

/** The trade screen of a product, ready to take an order. */
export async function openTrade(page: Page, say: Words, symbol: string): Promise<OrderPanel> {
  await page.goto(`/trade/${symbol}`)
  const panel = orderPanel(page, say)
  await expect(panel.up).toBeEnabled()
  return panel
}

export interface OrderPanel {
  region: Locator
  amount: Locator
  up: Locator
  down: Locator
  duration(seconds: number): Locator
  hint: Locator
  /** The confirm step, and its button that buys. */
  ask: Locator
  buy: Locator
}

/**
 * Buys for `amount` USDT over the shortest duration (30 s, where short contracts are offered theirs), through the confirm step
 * when it is on.
 */
export async function buy(
  page: Page,
  say: Words,
  { direction, amount, confirm = true }: { direction: 'up' | 'down'; amount: string; confirm?: boolean },
): Promise<void> {
  const panel = orderPanel(page, say)
  await choose(panel.region.getByRole('radio').first())
  await panel.amount.fill(amount)
  await pastDoublePress(page)
  await panel[direction].click()
  if (!confirm) return
  await panel.buy.click()
  await expect(panel.ask).toBeHidden()
  await pastDoublePress(page)
}

export const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })

/** Switches off in the account what is on until then; answers its switch. */
export async function switchOff(page: Page, name: string): Promise<Locator> {
  await page.goto('/account')
  const turned = page.getByRole('switch', { name })
  await expect(turned).toBeChecked()
  await turned.click()
  await expect(turned).not.toBeChecked()
  return turned
}

/** Whether a table lists the contracts below the chart; on phones one contract or result is shown. */
export const hasTable = (page: Page): boolean => (page.viewportSize()?.width ?? 0) > 768

/** On phones the other contracts open over the chart. */
export async function openOthers(page: Page): Promise<void> {
  if (hasTable(page)) return
  await page.locator('.td-live-more').click()
}

/** Skips the confirm step from the first page on. */
export async function withoutConfirmStep(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (!location.protocol.startsWith('http')) return
    if (localStorage.getItem('settings') === null) localStorage.setItem('settings', '{"confirmOrders":false}')
  })
}

/**
 * Both halves of a double press, at once however busy the machine is: the second one meets whatever has come to stand in
 * the place of the first.
 */
export async function pressTwice(button: Locator): Promise<void> {
  await button.evaluate(async (element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    for (let half = 0; half < 2; half += 1) {
      document
        .elementFromPoint(left + width / 2, top + height / 2)
        ?.closest('button')
        ?.click()
      // The page is drawn anew between the two.
      await new Promise((resolve) => setTimeout(resolve))
    }
  })
}

/** What follows a press on Up, Down or Buy within this time belongs to it, in ms. */
const DOUBLE_PRESS_MS = 300

/** Resolves when the next press on Up or Down of this page is one of its own, no second half of the last. */
export async function pastDoublePress(page: Page): Promise<void> {
  const nowMs = await page.evaluate(() => performance.now())
  await page.waitForFunction((endMs) => performance.now() > endMs, nowMs + DOUBLE_PRESS_MS)
}

/** The result of a settled contract as it is written: `+80.00`, `−100.00`, `0.00`. */
export function resultOf({ profit }: { profit: string | null }): string {
  const value = Number(profit)
  const text = Math.abs(value).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return value > 0 ? `+${text}` : value < 0 ? `−${text}` : text
}

/**
 * The page hears of nothing by itself, so that what is done elsewhere comes as a surprise. Its pings are answered: it would
 * read everything anew once it took the connection for lost.
 */
export async function hearNothing(page: Page): Promise<void> {
  await page.routeWebSocket(/\/(ws|trade)$/, (socket) => {
    socket.onMessage((text) => {
      const { op, atMs } = JSON.parse(String(text)) as { op: string; atMs?: number }
      if (op === 'ping') socket.send(JSON.stringify({ type: 'pong', atMs, serverTimeMs: Date.now() }))
    })
  })
}

/** Settlement is often quicker than the eye: its message is held back, so that the waiting can be seen. */
export async function delayResults(page: Page, delayMs = 2_000): Promise<void> {
  await page.routeWebSocket(/\/(ws|trade)$/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (typeof message === 'string' && /"state":"(completed|cancelled)"/.test(message)) {
        setTimeout(() => socket.send(message), delayMs)
      } else socket.send(message)
    })
  })
}

/** The sign-in page with its choice of wallets; `inviteCode`: as an invitation link gives it. */
export async function openWalletLogin(page: Page, say: Words, inviteCode = ''): Promise<void> {
  await page.goto(inviteCode === '' ? '/login' : `/login?code=${inviteCode}`)
  await page.getByRole('tab', { name: say('auth:ways.wallet') }).click()
  await expect(page.getByRole('radio', { name: say('wallet:chain.eth') })).toBeAttached()
}

/** Chooses the chain and the wallet on whatever shows the choice. */
export async function connectWallet(
  page: Page,
  say: Words,
  chain: 'eth' | 'tron',
  wallet: string,
): Promise<void> {
  await choose(page.getByRole('radio', { name: say(`wallet:chain.${chain}`) }))
  await page.getByRole('button', { name: say('wallet:connectName', { wallet }), exact: true }).click()
}
