import type { WalletChain, WalletKind } from '@truestrike/protocol/wallet-endpoints.ts'
import type { FoundWallet } from './found-wallets.ts'
import { walletFaultOf } from './wallet-fault.ts'

/** What the server checks. */
export interface SignedByWallet {
  chain: WalletChain
  address: string
  message: string
  signature: string
  wallet?: WalletKind
}

interface Steps {
  /** Asks the server for the message to sign. */
  issue(account: { chain: WalletChain; address: string }): Promise<{ message: string }>
  /** The account is there, the signature still wanted. */
  onConnected(): void
}

/** From a wallet to a signed message. Throws `WalletFault`, or what `issue` throws. */
export async function signWithWallet(
  { chain, kind, connector }: FoundWallet,
  { issue, onConnected }: Steps,
): Promise<SignedByWallet> {
  const address = await connector.connect().catch(fail)
  const { message } = await issue({ chain, address })
  onConnected()
  const signature = await connector.sign(message, address).catch(fail)
  return { chain, address, message, signature, ...(kind === null ? {} : { wallet: kind }) }
}

function fail(thrown: unknown): never {
  throw walletFaultOf(thrown)
}
