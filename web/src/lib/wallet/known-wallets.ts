import type { WalletChain, WalletKind } from '@truestrike/protocol/wallet-endpoints.ts'

/** A wallet the site names by itself, installed or not. */
export interface KnownWallet {
  kind: WalletKind
  name: string
  chains: readonly WalletChain[]
  /** Where its makers offer it: for computers, and in the two stores. */
  extension: string
  apple: string
  google: string
  /** Opens a page in the app's own browser. */
  deepLink(page: string, chain: WalletChain): string
}

/** Coin numbers of SLIP-44. */
const COIN = { eth: 60, tron: 195 } as const

export const KNOWN_WALLETS: readonly KnownWallet[] = [
  {
    kind: 'metamask',
    name: 'MetaMask',
    chains: ['eth'],
    extension: 'https://metamask.io/download/',
    apple: 'https://apps.apple.com/app/metamask/id1438144202',
    google: 'https://play.google.com/store/apps/details?id=io.metamask',
    deepLink: (page) => `metamask://dapp/${page.replace(/^https?:\/\//, '')}`,
  },
  {
    kind: 'tronlink',
    name: 'TronLink',
    chains: ['tron'],
    extension: 'https://www.tronlink.org/',
    apple: 'https://apps.apple.com/app/tronlink/id1453530188',
    google: 'https://play.google.com/store/apps/details?id=com.tronlinkpro.wallet',
    deepLink: (page) => {
      const param = { url: page, action: 'open', protocol: 'tronlink', version: '1.0' }
      return `tronlinkoutside://pull.activity?param=${encodeURIComponent(JSON.stringify(param))}`
    },
  },
  {
    kind: 'trust',
    name: 'Trust Wallet',
    chains: ['eth', 'tron'],
    extension: 'https://trustwallet.com/browser-extension',
    apple: 'https://apps.apple.com/app/trust-crypto-bitcoin-wallet/id1288339409',
    google: 'https://play.google.com/store/apps/details?id=com.wallet.crypto.trustapp',
    deepLink: (page, chain) => `trust://open_url?coin_id=${COIN[chain]}&url=${encodeURIComponent(page)}`,
  },
]
