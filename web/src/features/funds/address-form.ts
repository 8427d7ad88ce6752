import { parseWalletAddress, type WalletChain } from '@truestrike/core/wallet/wallet-address.ts'

/** Whether what was typed is an address of this network, by its checksum too: one wrong letter would be somebody else's, or nobody's. */
export const isAddress = (network: WalletChain, typed: string): boolean =>
  parseWalletAddress(network, typed.trim()).ok
