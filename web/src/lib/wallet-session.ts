import type { WalletChain } from '@truestrike/protocol/wallet-endpoints.ts'
import { readStored, readStoredObject, writeStored } from './browser-storage.ts'
import { useSession } from './session-store.ts'

/** Which wallet this browser is signed in with; kept as long as the session. */
export interface WalletSession {
  key: string
  chain: WalletChain
  address: string
}

const STORED_WALLET = 'wallet'
/** Before the code that watches is asked for again. */
const AGAIN_MS = 5_000

export function readWalletSession(): WalletSession | null {
  const { key, chain, address } = readStoredObject(STORED_WALLET) ?? {}
  if (typeof key !== 'string' || typeof address !== 'string') return null
  return chain === 'eth' || chain === 'tron' ? { key, chain, address } : null
}

/** To be called before the session begins. */
export function rememberWallet(wallet: WalletSession): void {
  writeStored(STORED_WALLET, JSON.stringify(wallet))
}

let stop: (() => void) | null = null

function follow(): void {
  stop?.()
  stop = null
  const { token } = useSession.getState()
  if (token === null) {
    if (readStored(STORED_WALLET) !== null) writeStored(STORED_WALLET, null)
    return
  }
  const wallet = readWalletSession()
  if (wallet === null) return
  let left = false
  stop = () => {
    left = true
  }
  import('./wallet/wallet-watch.ts').then(
    ({ watchWallet }) => {
      if (!left) stop = watchWallet(wallet)
    },
    () => {
      const timer = setTimeout(follow, AGAIN_MS)
      stop = () => clearTimeout(timer)
    },
  )
}

/** Sessions opened with a wallet last as long as it stays connected; without a session no wallet is remembered. */
export function followWallet(): void {
  useSession.subscribe((session, before) => {
    if (session.token !== before.token) follow()
  })
  follow()
}
