import type { SignedLiabilityRoot } from '@truestrike/core/proof/liabilities.ts'
import { getSiteKeys, listBlocks } from '@truestrike/protocol/proof-endpoints.ts'
import { call } from '../api-client.ts'
import { readStored, readStoredObject, writeStored } from '../browser-storage.ts'
import { whenIdle } from '../when-idle.ts'
import { HeaderKeeper } from './header-keeper.ts'
import { KEPT_TOTALS, raiseAlarm, SITE_KEYS } from './history-alarm.ts'
import { openKeptStore } from './kept-database.ts'
import type { KeptStore } from './kept-store.ts'
import { keepTotal } from './kept-totals.ts'
import { KeyRing } from './key-ring.ts'
import { type CheckedLiability, checkLiability } from './liability-check.ts'
import { KEPT_MARK, readProofMail } from './proof-mail.ts'
import { type CheckedReceipt, checkReceipt } from './receipt-check.ts'

/** All there is for proofs in this browser; the one way into the code that verifies. */
export interface ProofKit {
  readonly ring: KeyRing
  readonly store: KeptStore
  readonly keeper: HeaderKeeper
  check(receipt: unknown, again: boolean): Promise<CheckedReceipt>
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
    nowMs: () => Date.now(),
  })
}

function createKeeper(store: KeptStore, ring: KeyRing): HeaderKeeper {
  return new HeaderKeeper({
    store,
    trusted: (ids) => ring.trusted(ids),
    fetchBlocks: (symbol, fromNumber, limit) =>
      call(listBlocks, { query: { symbol, fromNumber, limit } }, QUIET),
    alarm: raiseAlarm,
    nowMs: () => Date.now(),
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
  const keeper = createKeeper(store, ring)
  return {
    ring,
    store,
    keeper,
    check: (receipt, again) => checkReceipt(receipt, { ring, keeper, store }, again),
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
  const { store, keeper } = await openProofKit()
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
    void store.keepAcceptance({ id, uid, receipt, receivedMs: Date.now() }, ACCEPTANCES_MAX).catch(nothing)
  })
  for (const { symbol } of kept) {
    await new Promise<void>((resolve) => whenIdle(resolve))
    await keeper.askAgain(symbol).catch(nothing)
  }
}
