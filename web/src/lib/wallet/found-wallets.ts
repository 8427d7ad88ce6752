import type { WalletChain, WalletKind } from '@truestrike/protocol/wallet-endpoints.ts'
import { create } from 'zustand'
import { type EthProvider, ethConnector } from './eth-wallet.ts'
import { type TronProvider, tronConnector } from './tron-wallet.ts'
import type { WalletConnector } from './wallet-connector.ts'

/** A wallet that is in this browser. */
export interface FoundWallet {
  /** The same over reloads: the name of its maker's domain, reversed, or that of the global it is. */
  key: string
  chain: WalletChain
  name: string
  /** Null: one the site does not know by name. */
  kind: WalletKind | null
  connector: WalletConnector
}

interface Announcement {
  info?: { name?: unknown; rdns?: unknown }
  provider?: unknown
}

declare global {
  interface Window {
    ethereum?: EthProvider
    tronLink?: TronProvider
    trustwallet?: EthProvider & { tronLink?: TronProvider; ethereum?: EthProvider }
  }
}

const NAME_LENGTH_MAX = 40

/** Those that announced themselves, in the order in which they did. */
export const useAnnounced = create<{ wallets: readonly FoundWallet[] }>()(() => ({ wallets: [] }))

const KINDS: readonly [RegExp, WalletKind][] = [
  [/^io\.metamask(\.|$)/, 'metamask'],
  [/^com\.trustwallet\./, 'trust'],
  [/tronlink/i, 'tronlink'],
]

function announced(chain: WalletChain, { info, provider }: Announcement): FoundWallet | null {
  if (typeof info?.name !== 'string' || typeof info.rdns !== 'string') return null
  if (typeof (provider as EthProvider | undefined)?.request !== 'function') return null
  const name = info.name.trim().slice(0, NAME_LENGTH_MAX)
  const kind = KINDS.find(([pattern]) => pattern.test(`${info.rdns}`))?.[1] ?? null
  const connector =
    chain === 'eth' ? ethConnector(provider as EthProvider) : tronConnector(provider as TronProvider, true)
  return name === '' ? null : { key: info.rdns, chain, name, kind, connector }
}

let listening = false

/** Asks all wallets to announce themselves (EIP-6963, TIP-6963), those that come late too. */
export function lookForWallets(): void {
  if (!listening) {
    listening = true
    const hear = (chain: WalletChain) => (event: Event) => {
      const wallet = announced(chain, (event as CustomEvent<Announcement>).detail ?? {})
      if (wallet === null) return
      useAnnounced.setState(({ wallets }) => ({
        wallets: [...wallets.filter(({ key, chain: of }) => key !== wallet.key || of !== chain), wallet],
      }))
    }
    globalThis.addEventListener('eip6963:announceProvider', hear('eth'))
    globalThis.addEventListener('TIP6963:announceProvider', hear('tron'))
  }
  globalThis.dispatchEvent(new Event('eip6963:requestProvider'))
  globalThis.dispatchEvent(new Event('TIP6963:requestProvider'))
}

/** Older wallets, and the browsers inside wallet apps, only set a global. */
function globals(): FoundWallet[] {
  const { ethereum, tronLink, trustwallet } = window
  const all = ethereum === undefined ? [] : (ethereum.providers ?? [ethereum])
  const isTrust = (one: EthProvider): boolean => one.isTrust === true || one.isTrustWallet === true
  const trust = trustwallet?.ethereum ?? (trustwallet?.request ? trustwallet : all.find(isTrust))
  const metaMask = all.find((one) => one.isMetaMask === true && !isTrust(one))
  const trustTron = trustwallet?.tronLink
  return [
    ...(metaMask ? [eth('window.ethereum', 'MetaMask', 'metamask', metaMask)] : []),
    ...(trust ? [eth('window.trustwallet', 'Trust Wallet', 'trust', trust)] : []),
    ...(tronLink ? [tron('window.tronLink', 'TronLink', 'tronlink', tronLink)] : []),
    ...(trustTron ? [tron('window.trustwallet.tronLink', 'Trust Wallet', 'trust', trustTron)] : []),
  ]
}

const eth = (key: string, name: string, kind: WalletKind, provider: EthProvider): FoundWallet => ({
  ...{ key, chain: 'eth', name, kind },
  connector: ethConnector(provider),
})

const tron = (key: string, name: string, kind: WalletKind, provider: TronProvider): FoundWallet => ({
  ...{ key, chain: 'tron', name, kind },
  connector: tronConnector(provider, false),
})

const found = (): FoundWallet[] => [...useAnnounced.getState().wallets, ...globals()]

/** The wallet of a kind in this browser; an announced one before a global. */
export function findKind(kind: WalletKind, chain: WalletChain): FoundWallet | null {
  return found().find((one) => one.kind === kind && one.chain === chain) ?? null
}

export function findKey(key: string, chain: WalletChain): FoundWallet | null {
  return found().find((one) => one.key === key && one.chain === chain) ?? null
}
