import { randomBytes } from 'node:crypto'
import { TronWeb, utils } from 'tronweb'
import { privateKeyToAccount } from 'viem/accounts'

/** A wallet as another programme makes it: nothing of ours is in these signatures. */
export interface WalletSigner {
  chain: 'eth' | 'tron'
  address: string
  sign(message: string): Promise<string>
}

const newKey = (): string => randomBytes(32).toString('hex')

/** Signs by viem, as MetaMask does. */
export function ethWallet(key = newKey()): WalletSigner {
  const account = privateKeyToAccount(`0x${key}`)
  return { chain: 'eth', address: account.address, sign: (message) => account.signMessage({ message }) }
}

/** Signs by tronweb, as TronLink does. */
export function tronWallet(key = newKey()): WalletSigner {
  return {
    chain: 'tron',
    address: String(TronWeb.address.fromPrivateKey(key)),
    sign: async (message) => utils.message.signMessage(message, key),
  }
}
