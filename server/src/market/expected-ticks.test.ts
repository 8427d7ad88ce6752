import { FOREX_CALENDAR } from '@truestrike/core/calendar.ts'
import { expect, test } from 'vitest'
import { exchangeProduct } from '../../test/exchange-rig.ts'
import { createScriptedFeed } from '../../test/scripted-feed.ts'
import { expectTicks } from './expected-ticks.ts'
import { LiveProduct } from './live-product.ts'
import type { ProductRecord } from './product.store.ts'

const SATURDAY_MS = Date.UTC(2026, 0, 3, 12)
const SUNDAY_OPENING_MS = Date.UTC(2026, 0, 4, 22)

function expecting(source: 'replay' | 'exchange') {
  let nowMs = SATURDAY_MS
  const feed = createScriptedFeed(() => nowMs, source)
  const products = new Map<string, LiveProduct>()
  const add = (symbol: string, over: Partial<ProductRecord> = {}): LiveProduct => {
    const record = exchangeProduct(symbol, { id: products.size + 1, ...over })
    const product = new LiveProduct(record)
    products.set(symbol, product)
    feed.attach([record])
    return product
  }
  const btc = add('BTCUSDT')
  add('NONEUSDT')
  add('OFFUSDT', { enabled: false })
  const expected = expectTicks({ clock: { nowMs: () => nowMs }, feed, products })
  return {
    ...{ feed, btc, add },
    agesAt(atMs: number) {
      nowMs = atMs
      return Object.fromEntries(expected.ages())
    },
  }
}

test('[O3] a product that never had a price is told by its age since the start, or since it came or opened', () => {
  const { btc, add, agesAt } = expecting('exchange')
  btc.restore([['BTCUSDT', 1, 1, 0, SATURDAY_MS - 500, '50000.00', '0', 'AAAA']])
  expect(agesAt(SATURDAY_MS + 40_000)).toEqual({ BTCUSDT: 40_500, NONEUSDT: 40_000 })
  add('EURUSDT', { category: 'forex', calendar: FOREX_CALENDAR })
  add('LATEUSDT')
  expect(agesAt(SATURDAY_MS + 41_000)).toEqual({ BTCUSDT: 41_500, NONEUSDT: 41_000, LATEUSDT: 0 })
  expect(agesAt(SUNDAY_OPENING_MS + 20_000)).toMatchObject({ EURUSDT: 20_000 })
})

test('[O3] what a recording has nothing of is missed by nobody', () => {
  const { feed, agesAt } = expecting('replay')
  feed.setHasNoData('NONEUSDT', true)
  expect(agesAt(SATURDAY_MS + 40_000)).toEqual({ BTCUSDT: 40_000 })
})
