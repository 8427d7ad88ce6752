import type { WalletConnector } from './wallet-connector.ts'
import { WalletFault } from './wallet-fault.ts'

/** What a wallet for Ethereum puts into the page (EIP-1193). */
export interface EthProvider {
  request(args: { method: string; params?: readonly unknown[] }): Promise<unknown>
  isMetaMask?: boolean
  isTrust?: boolean
  isTrustWallet?: boolean
  /** Several wallets behind one name, before EIP-6963. */
  providers?: readonly EthProvider[]
}

/** Code of an address that only delegates (EIP-7702): its key still signs. */
const DELEGATION = /^0xef0100/i

const firstOf = (accounts: unknown): string | null => {
  const first: unknown = Array.isArray(accounts) ? accounts[0] : null
  return typeof first === 'string' && first !== '' ? first : null
}

export function ethConnector(provider: EthProvider): WalletConnector {
  return {
    async connect() {
      const address = firstOf(await provider.request({ method: 'eth_requestAccounts' }))
      if (address === null) throw new WalletFault('failed')
      if (await isContract(provider, address)) throw new WalletFault('contract')
      return address
    },
    async sign(message, address) {
      const bytes = new TextEncoder().encode(message)
      const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
      const signature = await provider.request({ method: 'personal_sign', params: [`0x${hex}`, address] })
      if (typeof signature !== 'string') throw new WalletFault('failed')
      return signature
    },
    selected: async () => firstOf(await provider.request({ method: 'eth_accounts' })),
    async disconnect() {
      await provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
    },
    isSame: (one, other) => one.toLowerCase() === other.toLowerCase(),
  }
}

/** Asked for words that fit; the server refuses a contract's signature whatever is answered here. */
async function isContract(provider: EthProvider, address: string): Promise<boolean> {
  try {
    const code = await provider.request({ method: 'eth_getCode', params: [address, 'latest'] })
    return typeof code === 'string' && /^0x[0-9a-f]{2}/i.test(code) && !DELEGATION.test(code)
  } catch {
    return false
  }
}
