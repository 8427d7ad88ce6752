import type { BrowserContext } from '@playwright/test'
import { ensure } from '@truestrike/core/assert.ts'
import type { BookBalance } from '@truestrike/protocol/account-endpoints.ts'
import type { Contract } from '@truestrike/protocol/trade-endpoints.ts'
import { type ChosenFile, picture } from './file-dialog.ts'
import { expect } from './journey.ts'
import { type Person, type Place, post } from './person.ts'

/** What the server holds about a user, to compare the screens with. */

export async function get<T>(
  place: Place,
  context: BrowserContext,
  path: string,
  { token }: Pick<Person, 'token'>,
): Promise<T> {
  const answer = await context.request.get(place.url + path, {
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true)
  return ((await answer.json()) as { data: T }).data
}

/** Time of the service, which runs its own way in a replay. */
export async function serviceTime(place: Place, context: BrowserContext): Promise<number> {
  const answer = await context.request.get(`${place.url}/api/market/products`)
  return ((await answer.json()) as { data: { serverTimeMs: number } }).data.serverTimeMs
}

/** Demo contracts, newest first. */
export async function contractsOf(
  place: Place,
  context: BrowserContext,
  person: Person,
  state?: 'pending' | 'completed' | 'cancelled',
): Promise<Contract[]> {
  const query = `book=demo&limit=50${state === undefined ? '' : `&state=${state}`}`
  const { contracts } = await get<{ contracts: Contract[] }>(
    place,
    context,
    `/api/trade/contracts?${query}`,
    person,
  )
  return contracts
}

export async function balanceOf(place: Place, context: BrowserContext, person: Person): Promise<BookBalance> {
  const user = await get<{ balances: { demo: BookBalance } }>(place, context, '/api/layout/user-info', person)
  return user.balances.demo
}

/** Waits until so many demo contracts are pending. */
export async function waitForPending(
  place: Place,
  context: BrowserContext,
  person: Person,
  count: number,
): Promise<void> {
  await expect
    .poll(async () => (await contractsOf(place, context, person, 'pending')).length, {
      timeout: 60_000,
      intervals: [500],
    })
    .toBe(count)
}

/** Waits for a current price: there is none at the start, and prices are late on a machine that is busy for a moment. */
async function waitForPrice(place: Place, context: BrowserContext, symbol: string): Promise<void> {
  const status = async (): Promise<string | undefined> => {
    const answer = await context.request.get(`${place.url}/api/market/products`)
    const { data } = (await answer.json()) as {
      data: { products: { symbol: string; ticker: { status: string } }[] }
    }
    return data.products.find((product) => product.symbol === symbol)?.ticker.status
  }
  await expect.poll(status, `prices of ${symbol}`).toBe('open')
}

/** Buys without the screens; for journeys that need contracts to be there. */
export async function placeOrder(
  place: Place,
  context: BrowserContext,
  person: Person,
  order: Partial<{ symbol: string; direction: 'up' | 'down'; durationSeconds: number; stake: string }> = {},
): Promise<Contract> {
  const symbol = order.symbol ?? 'BTCUSDT'
  const durationSeconds = order.durationSeconds ?? 30
  const { rules } = await get<{ rules: { durationSeconds: number; version: number }[] }>(
    place,
    context,
    `/api/trade/rules?symbol=${symbol}`,
    person,
  )
  const rule = rules.find((each) => each.durationSeconds === durationSeconds)
  const wish = {
    clientOrderId: `journey-${Date.now()}-${Math.floor(Math.random() * 1e9)}`,
    book: 'demo',
    symbol,
    direction: order.direction ?? 'up',
    durationSeconds,
    stake: order.stake ?? '10',
    ruleVersion: rule?.version,
  }
  await waitForPrice(place, context, symbol)
  const answer = await post(place, context, '/api/trade/contracts', wish, person.token)
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { data: { contract: Contract } }).data.contract
}

/** Leaves a notice of the type system behind. */
export async function askDeposit(
  place: Place,
  context: BrowserContext,
  person: Person,
  amount: string,
): Promise<string> {
  const path = '/api/account/deposits/methods'
  const { methods } = await get<{ methods: { id: string }[] }>(place, context, path, person)
  const payer = { accountName: 'Mira Kovac', accountNumber: '0042 7719 3310', bankName: 'Example Bank' }
  const body = { requestId: crypto.randomUUID(), methodId: methods[0]?.id, amount, ...payer }
  const answer = await post(place, context, '/api/account/deposits', body, person.token)
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { data: { deposit: { id: string } } }).data.deposit.id
}

/** What an administrator does with a deposit that nobody has taken yet, by his token. */
export async function creditDeposit(
  place: Place,
  context: BrowserContext,
  { id, credited }: { id: string; credited: string },
  token: string,
): Promise<void> {
  for (const [step, body] of [
    ['take', { version: 1 }],
    ['approve', { version: 2, credited }],
  ] as const) {
    const path = `/api/admin/recharge-orders/${id}/${step}`
    expect((await post(place, context, path, body, token)).ok(), step).toBe(true)
  }
}

/** One that TRON's own rules find valid. */
export const TRON_ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

/** To a wallet on TRON; with `code` of a user who has two-factor sign-in, else with the password. */
export async function askWithdrawal(
  place: Place,
  context: BrowserContext,
  person: Person,
  { amount, code }: { amount: string; code?: string },
): Promise<string> {
  const { ruleVersion } = await get<{ ruleVersion: number }>(place, context, '/api/account/funds', person)
  const wish = {
    ...{ requestId: crypto.randomUUID(), ruleVersion, amount },
    ...(code === undefined ? { password: person.password } : { code }),
    ...{ method: 'wallet', network: 'tron', address: TRON_ADDRESS },
  }
  const answer = await post(place, context, '/api/account/withdrawals', wish, person.token)
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { data: { withdrawal: { id: string } } }).data.withdrawal.id
}

/** Wide enough to be shown smaller. */
const PICTURE = picture('paper.png', 900, 300)

/** Sends a paper with the fields of its form. */
async function sendPaper(
  place: Place,
  context: BrowserContext,
  { token }: Person,
  { path, file, fields = {} }: { path: string; file: ChosenFile; fields?: Record<string, string> },
): Promise<void> {
  const { value } = ensure((await context.cookies(place.url)).find(({ name }) => name === 'XSRF-TOKEN'))
  const answer = await context.request.post(place.url + path, {
    multipart: { ...fields, file },
    headers: { 'X-XSRF-TOKEN': value, Authorization: `Bearer ${token}` },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** The receipt of a deposit. */
export const sendReceipt = (place: Place, context: BrowserContext, person: Person, depositId: string) =>
  sendPaper(place, context, person, { path: `/api/account/deposits/${depositId}/receipt`, file: PICTURE })

/** A passport to be checked. */
export const sendPassport = (place: Place, context: BrowserContext, person: Person, file = PICTURE) =>
  sendPaper(place, context, person, {
    ...{ path: '/api/account/identity', file },
    fields: { realName: 'Mira Muster', document: 'passport' },
  })

export async function uidOf(place: Place, context: BrowserContext, person: Person): Promise<string> {
  return (await get<{ uid: string }>(place, context, '/api/layout/user-info', person)).uid
}

/** In a page; the empty one before the first has no storage. */
export const useRealFunds = (): void => {
  if (location.protocol.startsWith('http')) localStorage.setItem('book', 'real')
}
