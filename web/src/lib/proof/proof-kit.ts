import type { SignedLiabilityRoot } from '@truestrike/core/proof/liabilities.ts'
import { getSiteKeys, listBlocks } from '@truestrike/protocol/proof-endpoints.ts'
import { call } from '../api-client.ts'
import { readStored, readStoredObject, writeStored } from '../browser-storage.ts'
import { serverClock } from '../server-clock.ts'
import { whenIdle } from '../when-idle.ts'
import { type AcceptanceVerdict, checkAcceptance, holdAcceptance } from './acceptance-check.ts'
import { HeaderKeeper } from './header-keeper.ts'
import { KEPT_TOTALS, raiseAlarm, SITE_KEYS } from './history-alarm.ts'
import { openKeptStore } from './kept-database.ts'
import type { KeptAcceptance, KeptStore } from './kept-store.ts'
import { keepTotal } from './kept-totals.ts'
import { KeyRing } from './key-ring.ts'
import { type CheckedLiability, checkLiability } from './liability-check.ts'
import { createLinkBook, type LinkBook } from './link-book.ts'
import { KEPT_MARK, readProofMail } from './proof-mail.ts'
import { type CheckedReceipt, checkReceipt } from './receipt-check.ts'

/** All there is for proofs in this browser; the one way into the code that verifies. */
export interface ProofKit {
  readonly ring: KeyRing
  readonly store: KeptStore
  readonly links: LinkBook
  readonly keeper: HeaderKeeper
  check(receipt: unknown, again: boolean): Promise<CheckedReceipt>
  /** What a kept acceptance is worth. Rejects when there are no keys to be had. */
  checkKept(acceptance: KeptAcceptance): Promise<AcceptanceVerdict>
  /** Whether a balance is counted, and is the one of that user and book. */
  checkLiability(
    liability: unknown,
    of: { uid: string; book: 'demo' | 'real' },
    again: boolean,
  ): Promise<CheckedLiability>
}

/** Headers come one a second at most times: several are looked at in one go. */
const BATCH_MS = 5_000
const ACCEPTANCES_MAX = 500

/** Calls without a word to the user: nothing he asked for. */
const QUIET = { toast: false } as const

function createRing(): KeyRing {
  return new KeyRing({
    read: () => readStored(SITE_KEYS),
    write: (text) => writeStored(SITE_KEYS, text),
    fetchKeys: () => call(getSiteKeys, {}, QUIET),
    disowned: ({ id: keyId }, told, kept) =>
      raiseAlarm({ kind: 'disowned', keyId, foundMs: Date.now(), kept, told }),
    nowMs: () => Date.now(),
  })
}

const idle = (): Promise<void> => new Promise((resolve) => whenIdle(resolve))

function createKeeper(store: KeptStore, links: LinkBook, ring: KeyRing): HeaderKeeper {
  return new HeaderKeeper({
    store,
    links,
    trusted: (ids) => ring.trusted(ids),
    verified: (...signed) => ring.verified(...signed),
    fetchBlocks: (symbol, fromNumber, limit) =>
      call(listBlocks, { query: { symbol, fromNumber, limit } }, QUIET),
    alarm: raiseAlarm,
    idle,
    nowMs: () => Date.now(),
    siteNowMs: () => serverClock.nowMs(),
  })
}

const keepHere = (root: SignedLiabilityRoot): unknown =>
  keepTotal(root, {
    read: () => readStoredObject(KEPT_TOTALS),
    write: (text) => writeStored(KEPT_TOTALS, text),
  })

async function createKit(): Promise<ProofKit> {
  const store = await openKeptStore()
  const ring = createRing()
  const links = createLinkBook()
  const keeper = createKeeper(store, links, ring)
  const tools = { ring, keeper, store, alarm: raiseAlarm, nowMs: () => Date.now() }
  return {
    ring,
    store,
    links,
    keeper,
    async check(receipt, again) {
      const checked = await checkReceipt(receipt, tools, again)
      // Its headers are linked with those kept, when there is time.
      whenIdle(() => void keeper.settle().catch(nothing))
      return checked
    },
    checkKept: async (acceptance) => (await checkAcceptance(acceptance, ring)).verdict,
    checkLiability: (liability, of, again) =>
      checkLiability(liability, of, { ring, keepTotal: keepHere }, again),
  }
}

let kit: Promise<ProofKit> | null = null

export function openProofKit(): Promise<ProofKit> {
  kit ??= createKit()
  return kit
}

const nothing = (): undefined => undefined

/** Has the keeper look at a batch some time after its first header, when the page is idle. */
function settleLater(keeper: HeaderKeeper): () => void {
  let waits = false
  return () => {
    if (waits) return
    waits = true
    setTimeout(() => {
      waits = false
      whenIdle(() => void keeper.settle().catch(nothing))
    }, BATCH_MS)
  }
}

/** Reads what waits and what comes, and asks the site once for every product what it says now. */
export async function keepProofs(): Promise<void> {
  const { ring, store, keeper } = await openProofKit()
  const settle = settleLater(keeper)
  const kept = await store.spans().catch(() => [])
  readProofMail((mail) => {
    if (mail.type === 'ticks') {
      keeper.hear(mail.items)
      return
    }
    writeStored(KEPT_MARK, '1')
    if (mail.type === 'block') {
      keeper.see(mail.symbol, mail.precision, mail.header)
      settle()
      return
    }
    const { id, uid, receipt } = mail
    const came = { id, uid, receipt, receivedMs: Date.now() }
    const tools = { ring, store, alarm: raiseAlarm, nowMs: () => Date.now() }
    const keep = async (): Promise<void> => {
      const standing = await store.keepAcceptance(came, ACCEPTANCES_MAX)
      await idle()
      await holdAcceptance(came, standing, tools, ACCEPTANCES_MAX)
    }
    void keep().catch(nothing)
  })
  for (const { symbol } of kept) {
    await idle()
    await keeper.askAgain(symbol).catch(nothing)
  }
}
