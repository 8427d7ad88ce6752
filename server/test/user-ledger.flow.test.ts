import { ensure } from '@truestrike/core/assert.ts'
import { listUserLedger } from '@truestrike/protocol/people-endpoints.ts'
import { expect, test } from 'vitest'
import { createAdminClients } from './admin-clients.ts'
import { payIn } from './real-funds.ts'
import { createTradingApp } from './trading-app.ts'

test('[D6] the ledger of a user is read to its first entry, page by page, in both books, and says what contracts were about', async () => {
  const app = await createTradingApp()
  try {
    const ann = await app.trader('ann_trader')
    await payIn(app.db, ann, 200_000_000n)
    for (const book of ['demo', 'real'] as const) {
      await ann.place({ book, stake: '50', direction: 'down' })
      await ann.place({ book, stake: '10', direction: 'up' })
    }
    await app.run(10_000, '50000.00')
    await app.run(24_000, '50010.00')
    const admin = await createAdminClients(app)()
    const [user] = await app.db.query<{ uid: string }>('select uid::text as uid from users where id = $1', [
      ann.userId,
    ])
    const params = { uid: ensure(user).uid }
    for (const [book, first, last] of [
      ['demo', 'demo-issue   10000.00 10000.00', '9958.00'],
      ['real', 'test   200.00 200.00', '158.00'],
    ] as const) {
      const { entries: all, nextCursor: none } = await admin.ok(listUserLedger, { params, query: { book } })
      expect(none).toBeNull()
      const told = all.map(({ kind, contract, change, available }) =>
        [kind, contract?.symbol, contract?.direction, change, available].join(' '),
      )
      expect(told).toHaveLength(6)
      expect([told.at(-1), all[0]?.available]).toEqual([first, last])
      expect(told.slice(0, -1).every((each) => each.includes('BTCUSDT'))).toBe(true)
      const paged: typeof all = []
      let cursor: string | undefined
      do {
        const page = await admin.ok(listUserLedger, {
          params,
          query: { book, limit: 2, ...(cursor === undefined ? {} : { cursor }) },
        })
        paged.push(...page.entries)
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      expect(paged).toEqual(all)
    }
    const { entries } = await admin.ok(listUserLedger, { params, query: {} })
    expect(entries.at(-1)?.kind).toBe('test')
    // What stands before the newest transfers may be less than nothing where a balance was corrected downwards.
    const beforeAll = { cursor: '999999999.-5000000' }
    const owing = await admin.ok(listUserLedger, { params, query: beforeAll })
    expect(owing.entries[0]?.available).toBe('-5.00')
    for (const cursor of ['1', 'x.1', '-1.1', '1-1'])
      expect(await admin.refused(listUserLedger, { params, query: { cursor } })).toBe('INVALID_PARAMETERS')
  } finally {
    await app.close()
  }
})
