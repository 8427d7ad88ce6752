/** The same few acts on every wallet. They reject with whatever the wallet throws; `walletFaultOf` reads it. */
export interface WalletConnector {
  /** Asks the user to show an account; its address. */
  connect(): Promise<string>
  /** Asks the user to sign; the signature in hexadecimal. */
  sign(message: string, address: string): Promise<string>
  /** The selected account, without asking; null: the wallet is locked or no longer connected. */
  selected(): Promise<string | null>
  /** Takes the site's permission back, where the wallet has a way to. */
  disconnect(): Promise<void>
  /** Whether two spellings name the same account. */
  isSame(one: string, other: string): boolean
}
