import { fail, ok, type Result } from '../result.ts'
import type { WalletChain } from './wallet-address.ts'

/**
 * What a wallet is asked to sign, in the text form of EIP-4361 (Sign-In with Ethereum); for TRON the same lines, as
 * CAIP-122 carries them over to other chains.
 */
export interface SignInMessage {
  /** Authority of the site, such as `trade.example.com` or `127.0.0.1:3000`. */
  domain: string
  chain: WalletChain
  /** As `parseWalletAddress` writes it. */
  address: string
  /** One line of ASCII: EIP-4361 has no other letters. */
  statement: string
  uri: string
  /** Letters and digits, at least eight. */
  nonce: string
  issuedAtMs: number
  expiresAtMs: number
}

/** Chain ids: EIP-155 for Ethereum, the last four bytes of the genesis block's id for TRON, both of the main network. */
const NETWORKS = {
  eth: { account: 'Ethereum', chainId: '1' },
  tron: { account: 'TRON', chainId: '0x2b6653dc' },
} as const satisfies Record<WalletChain, { account: string; chainId: string }>

const LINES =
  /^(?<domain>[^\s/?#@\\]+) wants you to sign in with your (?<account>Ethereum|TRON) account:\n(?<address>[0-9A-Za-z]+)\n\n(?<statement>[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+)\n\nURI: (?<uri>[^\s\\]+)\nVersion: 1\nChain ID: (?<chainId>[0-9a-z]+)\nNonce: (?<nonce>[A-Za-z0-9]{8,})\nIssued At: (?<issuedAt>[0-9TZ:.-]+)\nExpiration Time: (?<expiresAt>[0-9TZ:.-]+)$/

/** The text to sign. */
export function buildSignInMessage(message: SignInMessage): string {
  const { account, chainId } = NETWORKS[message.chain]
  return [
    `${message.domain} wants you to sign in with your ${account} account:`,
    message.address,
    '',
    message.statement,
    '',
    `URI: ${message.uri}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${message.nonce}`,
    `Issued At: ${new Date(message.issuedAtMs).toISOString()}`,
    `Expiration Time: ${new Date(message.expiresAtMs).toISOString()}`,
  ].join('\n')
}

/**
 * Reads only what `buildSignInMessage` writes: these lines in this order, times in UTC with milliseconds, no other field
 * of EIP-4361. Whether the address is one is for `parseWalletAddress` to say.
 */
export function parseSignInMessage(text: string): Result<SignInMessage, 'MALFORMED'> {
  const lines = LINES.exec(text)?.groups
  if (lines === undefined) return fail('MALFORMED')
  const message: SignInMessage = {
    domain: lines.domain ?? '',
    chain: lines.account === NETWORKS.tron.account ? 'tron' : 'eth',
    address: lines.address ?? '',
    statement: lines.statement ?? '',
    uri: lines.uri ?? '',
    nonce: lines.nonce ?? '',
    issuedAtMs: Date.parse(lines.issuedAt ?? ''),
    expiresAtMs: Date.parse(lines.expiresAt ?? ''),
  }
  const isDated = Number.isFinite(message.issuedAtMs) && Number.isFinite(message.expiresAtMs)
  return isDated && buildSignInMessage(message) === text ? ok(message) : fail('MALFORMED')
}
