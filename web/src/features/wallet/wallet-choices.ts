import type { WalletChain } from '@truestrike/protocol/wallet-endpoints.ts'
import { type FoundWallet, findKey, findKind } from '../../lib/wallet/found-wallets.ts'
import { KNOWN_WALLETS } from '../../lib/wallet/known-wallets.ts'
import type { WalletChoice } from './use-wallet-signing.ts'

/** The wallets known by name, then every other one that announced itself, each once for all its chains. */
export function walletChoices(announced: readonly FoundWallet[]): WalletChoice[] {
  const known: WalletChoice[] = KNOWN_WALLETS.map((wallet) => ({
    id: wallet.kind,
    name: wallet.name,
    chains: wallet.chains,
    known: wallet,
    find: (chain) => findKind(wallet.kind, chain),
  }))
  const chainsOf = new Map<string, { name: string; chains: WalletChain[] }>()
  for (const { key, kind, name, chain } of announced) {
    if (kind !== null) continue
    const entry = chainsOf.get(key) ?? { name, chains: [] }
    chainsOf.set(key, { name, chains: [...entry.chains, chain] })
  }
  const others = [...chainsOf].map(
    ([key, { name, chains }]): WalletChoice => ({
      id: key,
      name,
      chains,
      known: null,
      find: (chain) => findKey(key, chain),
    }),
  )
  return [...known, ...others]
}
