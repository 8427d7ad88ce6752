import type { WalletConnector } from './wallet-connector.ts'
import { WalletFault, walletFaultOf } from './wallet-fault.ts'

interface TronWeb {
  ready?: boolean
  defaultAddress?: { base58?: string | false }
  trx: { signMessageV2(message: string): Promise<unknown> }
}

/** What a wallet for TRON puts into the page: TIP-1193 when it was announced (TIP-6963), else TronLink's own form. */
export interface TronProvider {
  request(args: { method: string }): Promise<unknown>
  /** `false` until the wallet is unlocked and loaded. */
  tronWeb?: TronWeb | false
  ready?: boolean
}

/** How TronLink answers a request for accounts: 200 yes, 4001 no, 4000 asked already. Nothing: locked or without an account. */
const APPROVED = 200

const addressIn = ({ tronWeb, ready }: TronProvider): string | null => {
  if (ready === false || !tronWeb) return null
  return tronWeb.defaultAddress?.base58 || null
}

/** @param announced by TIP-6963: then the request for accounts is that of TIP-1102 and throws when refused. */
export function tronConnector(provider: TronProvider, announced: boolean): WalletConnector {
  return {
    async connect() {
      if (announced) await provider.request({ method: 'eth_requestAccounts' })
      else checkAnswer(await provider.request({ method: 'tron_requestAccounts' }))
      const address = addressIn(provider)
      if (address === null) throw new WalletFault('notReady')
      return address
    },
    async sign(message) {
      if (!provider.tronWeb) throw new WalletFault('notReady')
      const signature = await provider.tronWeb.trx.signMessageV2(message)
      if (typeof signature !== 'string') throw new WalletFault('failed')
      return signature
    },
    selected: async () => addressIn(provider),
    // Neither TIP-1193 nor TronLink has a way to.
    disconnect: async () => {},
    isSame: (one, other) => one === other,
  }
}

function checkAnswer(answer: unknown): void {
  const code = typeof answer === 'object' && answer !== null && 'code' in answer ? answer.code : null
  if (code === null || code === undefined) throw new WalletFault('notReady')
  if (code !== APPROVED) throw walletFaultOf(answer)
}
