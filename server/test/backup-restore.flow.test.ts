import { setTimeout as delay } from 'node:timers/promises'
import { ensure } from '@truestrike/core/assert.ts'
import { parseSiteKeys } from '@truestrike/core/proof/site-keys.ts'
import { verifyReceipt } from '@truestrike/core/proof/verify-receipt.ts'
import { unwrap } from '@truestrike/core/result.ts'
import type { PlaceOrder } from '@truestrike/protocol/trade-endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clashOf } from '../../web/src/lib/proof/header-clash.ts'
import {
  type BackupRig,
  createBackupRig,
  inviteCodeOf,
  readEntriesFrom,
  readHeaders,
  settledReceipt,
} from './backup-rig.ts'
import { createHttpTrader, type HttpTrader } from './http-trader.ts'
import { picture } from './pictures.ts'
import { addShortRule } from './process-trading.ts'

const TIMEOUT_MS = 480_000
const SHORT_SECONDS = 2
/** Open when the backup is made, and for so long that its end is not in it. */
const OPEN_SECONDS = 30
const LONG_SECONDS = 3_600
const SYMBOL = 'BTCUSDT'

let rig: BackupRig
beforeAll(async () => {
  rig = await createBackupRig()
}, TIMEOUT_MS)
afterAll(() => rig.remove())

const orderOf = (name: string, durationSeconds: number): PlaceOrder => ({
  clientOrderId: `backup-${name}-000001`,
  book: 'demo',
  symbol: SYMBOL,
  direction: 'up',
  durationSeconds,
  stake: '10',
  ruleVersion: 1,
})

/** Orders until it is taken: the first price after a start is waited for. */
async function placed(trader: HttpTrader, address: string, order: PlaceOrder) {
  for (let left = 100; ; left -= 1) {
    const answer = await trader.place(address, order)
    if (answer.success) return answer.data
    if (left === 0) throw new Error(`refused: ${answer.code}`)
    await delay(100)
  }
}

/** Uploads one picture of every kind; what their owner is then shown. */
async function uploadAll(trader: HttpTrader, address: string) {
  const form = (fields: Record<string, string>, bytes: Uint8Array): FormData => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    body.append('file', new Blob([Uint8Array.from(bytes)]), 'picture')
    return body
  }
  const face = form({}, await picture('png'))
  const { avatar } = await trader.upload<{ avatar: string }>(address, '/api/account/avatar', face)
  const paper = form({ realName: 'Anna Muster', document: 'passport' }, await picture('jpeg'))
  await trader.upload(address, '/api/account/identity', paper)
  return await shownOf(trader, address, avatar)
}

async function shownOf(trader: HttpTrader, address: string, avatar: string) {
  const front = '/api/account/identity/documents/front'
  const paper = await trader.read<{ address: string }>(address, front)
  const paths = [avatar, paper.address]
  return { avatar, shown: await Promise.all(paths.map((path) => trader.file(address, path))) }
}

const blocksOf = async (address: string) => {
  const { precision, blocks } = await readHeaders(address, SYMBOL)
  return blocks.map((block) => ({ ...block, symbol: SYMBOL, precision }))
}

test('[O6] [T11] [F8] a backup of a running server, restored elsewhere after it died: the ledger balances, receipts hold, nobody is told two histories, trading goes on', {
  timeout: TIMEOUT_MS,
}, async () => {
  const from = await rig.place()
  const first = await rig.start(from)
  const code = inviteCodeOf(from)
  await createHttpTrader(first.address, 'backed_up', code)
  expect(await first.end('SIGTERM')).toBe(0)
  await rig.inDatabase(from, addShortRule)
  const before = await rig.start(from)
  const trader = await createHttpTrader(before.address, 'backed_up', null)
  const keys = await trader.siteKeys(before.address)
  const kept = await placed(trader, before.address, orderOf('kept', SHORT_SECONDS))
  const keptReceipt = await settledReceipt(trader, before.address, kept.contract.id, keys)
  const open = await placed(trader, before.address, orderOf('open', OPEN_SECONDS))

  const backup = `${from.folder}-backup`
  const made = await rig.command('backup-command', from, [backup])
  expect(made).toMatchObject({ code: 0 })
  expect(made.output).toContain('prices waited')

  // What comes now is lost to the site, not to those who have seen it.
  const lost = await placed(trader, before.address, orderOf('lost', SHORT_SECONDS))
  const lostReceipt = await settledReceipt(trader, before.address, lost.contract.id, keys)
  const seen = await blocksOf(before.address)
  await before.end('SIGKILL')

  const to = await rig.place()
  const restored = await rig.command('restore-command', to, [backup])
  expect(restored).toMatchObject({ code: 0 })
  expect(await rig.command('audit-ledger', to, [])).toMatchObject({ code: 0 })
  expect(await rig.command('check-audit-log', to, [])).toMatchObject({ code: 0 })
  const after = await rig.start(to)
  expect(await trader.listPending(after.address).catch((error: Error) => error.message)).toContain('answered')
  const again = await createHttpTrader(after.address, 'backed_up', null)
  expect(await again.siteKeys(after.address)).toEqual(keys)
  expect(await settledReceipt(again, after.address, kept.contract.id, keys)).toEqual(keptReceipt)
  expect(verifyReceipt(lostReceipt, unwrap(parseSiteKeys(keys)))).toMatchObject({ ok: true })
  await expect(again.receipt(after.address, lost.contract.id)).rejects.toThrow('CONTRACT_NOT_FOUND')

  const cancelled = await settledReceipt(again, after.address, open.contract.id, keys)
  expect(cancelled.claim).toMatchObject({
    state: 'cancelled',
    cancelReason: 'source-changed',
    profit: '0.00',
  })

  const next = await placed(again, after.address, orderOf('lost', SHORT_SECONDS))
  expect(BigInt(next.contract.id)).toBeGreaterThan(BigInt(lost.contract.id))
  await settledReceipt(again, after.address, next.contract.id, keys)

  const told = await blocksOf(after.address)
  const shared = told.filter(({ number }) => seen.some((header) => header.number === number))
  expect(shared.length).toBeGreaterThan(1)
  expect(shared.length).toBeLessThan(seen.length)
  expect(told.length).toBeGreaterThan(shared.length)
  for (const header of told) for (const other of seen) expect(clashOf(header, other)).toBe(null)
  const end = ensure(shared.at(-1)).lastSeq
  const [entry, source] = await readEntriesFrom(after.address, SYMBOL, end + 1)
  expect(entry).toMatchObject({ kind: 'restart', afterSeq: end, source: 'simulated' })
  expect(source?.seq).toBe(ensure(entry).seq + 1)
  expect(await after.end('SIGTERM')).toBe(0)
  expect(await rig.command('audit-ledger', to, [])).toMatchObject({ code: 0 })
  const events = await rig.inDatabase(to, (db) =>
    db.query(
      `select e.source_before, e.source, c.contracts, c.stake_micros, c.unknown_contracts from public_events e
       join products p on p.id = e.product_id left join cancelled_by_entry c on c.product_id = p.id and c.seq = e.seq
       where e.kind = 'source' and p.symbol = $1`,
      [SYMBOL],
    ),
  )
  // For everybody to see, with what it cancelled.
  const event = { source_before: 'simulated', source: 'simulated', contracts: 1n, stake_micros: 10_000_000n }
  expect(events).toEqual([{ ...event, unknown_contracts: 1n }])
})

test('[O6] [U2] [F9] a server that was stopped moves with nothing lost: contracts stay open, the log goes on without a gap, pictures are there', {
  timeout: TIMEOUT_MS,
}, async () => {
  const from = await rig.place()
  const before = await rig.start(from)
  const trader = await createHttpTrader(before.address, 'moved_on', inviteCodeOf(from))
  const open = await placed(trader, before.address, orderOf('moved', LONG_SECONDS))
  const { avatar, shown } = await uploadAll(trader, before.address)
  const isOpened = async () => (await trader.listPending(before.address))[0]?.openingPrice != null
  await expect.poll(isOpened, { timeout: 10_000 }).toBe(true)
  expect(await before.end('SIGTERM')).toBe(0)
  const backup = `${from.folder}-backup`
  expect(await rig.command('backup-command', from, [backup, '--without-keys'])).toMatchObject({ code: 0 })
  const to = await rig.place()
  const restored = await rig.command('restore-command', to, [backup, '--nothing-lost'])
  expect(restored).toMatchObject({ code: 0 })
  const refused = await rig.refuse(to)
  expect(refused.output).toMatch(/expected the (private )?key/)
  const keys = {
    SIGNING_KEYS_FILE: `${from.folder}/signing-keys.json`,
    SECRET_KEYS_FILE: `${from.folder}/secret-keys.json`,
  }
  const after = await rig.start({ ...to, env: { ...to.env, ...keys } })
  // Signed in as before.
  await expect
    .poll(async () => (await trader.listPending(after.address)).map(({ id }) => id))
    .toEqual([open.contract.id])
  expect((await shownOf(trader, after.address, avatar)).shown).toEqual(shown)
  await expect
    .poll(async () => (await blocksOf(after.address)).map(({ number }) => number), { timeout: 30_000 })
    .toEqual(expect.arrayContaining([1, 2, 3, 4]))
  const told = await blocksOf(after.address)
  expect(told.map(({ number }) => number)).toEqual(told.map((_, at) => at + 1))
  expect(told.map(({ firstSeq }) => firstSeq)).toEqual([
    1,
    ...told.slice(0, -1).map(({ lastSeq }) => lastSeq + 1),
  ])
  expect(await after.end('SIGTERM')).toBe(0)
})
