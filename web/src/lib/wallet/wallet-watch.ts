import i18next from 'i18next'
import { errorText } from '../error-text.ts'
import { loadTexts } from '../i18n.ts'
import { signOutHere } from '../sign-out.ts'
import type { WalletSession } from '../wallet-session.ts'
import { findKey, lookForWallets } from './found-wallets.ts'

const CHECK_EVERY_MS = 5_000
/** Wallets come into a page late: so long after its load a missing one says nothing. */
const GRACE_MS = 10_000
const ANSWER_WITHIN_MS = 4_000
/** A wallet that was asked and did not answer so often in a row is taken to be gone. */
const SILENT_MAX = 2

type Seen = 'same' | 'other' | 'none' | 'silent'

async function look({ key, chain, address }: WalletSession): Promise<Seen> {
  lookForWallets()
  const wallet = findKey(key, chain)
  if (wallet === null) return 'none'
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'silent'>((resolve) => {
    timer = setTimeout(() => resolve('silent'), ANSWER_WITHIN_MS)
  })
  const asked = wallet.connector.selected().then(
    (selected): Seen => {
      if (selected === null) return 'none'
      return wallet.connector.isSame(selected, address) ? 'same' : 'other'
    },
    (): Seen => 'silent',
  )
  const seen = await Promise.race([asked, late])
  clearTimeout(timer)
  return seen
}

/**
 * Looks every 5 s whether the wallet is still connected with the same account selected, and signs out when not.
 * Returns the way to stop.
 */
export function watchWallet(session: WalletSession): () => void {
  let stopped = false
  let silent = 0

  // Asked for ahead, and again until they are there: whoever leaves waits for nothing.
  const bringWords = (): void => void loadTexts('wallet').catch(() => undefined)

  async function check(): Promise<void> {
    bringWords()
    const seen = await look(session)
    if (stopped) return
    silent = seen === 'silent' ? silent + 1 : 0
    const isGone = (seen === 'none' && performance.now() >= GRACE_MS) || silent >= SILENT_MAX
    if (seen === 'other') leave('other')
    else if (isGone) leave('gone')
  }

  function leave(why: 'gone' | 'other'): void {
    stop()
    const reason = `wallet:ended.${why}` as const
    // Without a network the words may never have come.
    signOutHere(i18next.exists(reason) ? i18next.t(reason) : errorText('SESSION_EXPIRED'))
  }

  const timer = setInterval(() => void check(), CHECK_EVERY_MS)
  const stop = (): void => {
    stopped = true
    clearInterval(timer)
  }
  bringWords()
  lookForWallets()
  return stop
}
