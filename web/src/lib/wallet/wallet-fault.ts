export type WalletFaultCode =
  | 'rejected'
  | 'failed'
  | 'missing'
  | 'notReady'
  | 'pending'
  | 'unsupported'
  | 'contract'

/** Why a wallet did not do what it was asked to. */
export class WalletFault extends Error {
  readonly code: WalletFaultCode

  constructor(code: WalletFaultCode, cause?: unknown) {
    super(code, { cause })
    this.name = 'WalletFault'
    this.code = code
  }
}

/** EIP-1193: the user said no. A request of the site is waiting for him already (EIP-1474; TronLink's own). */
const REJECTED = 4001
const WAITING: readonly unknown[] = [-32_002, 4000]
/** Wallets without codes say it in words. */
const REJECTED_WORDS =
  /user (rejected|denied|cancell?ed)|(declined|rejected|denied|cancell?ed) by (the )?user/i

/** The fault behind whatever a wallet threw. */
export function walletFaultOf(thrown: unknown): WalletFault {
  if (thrown instanceof WalletFault) return thrown
  const { code, message } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as {
    code?: unknown
    message?: unknown
  }
  const words = typeof thrown === 'string' ? thrown : String(message ?? '')
  if (code === REJECTED || REJECTED_WORDS.test(words)) return new WalletFault('rejected', thrown)
  return new WalletFault(WAITING.includes(code) ? 'pending' : 'failed', thrown)
}
