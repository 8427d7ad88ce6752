import { parseWalletAddress } from '@truestrike/core/wallet/wallet-address.ts'
import { cleanLine } from '../accounts/profile-texts.ts'
import { AppError } from '../platform/app-error.ts'
import type { BankAccount } from './sealed-account.ts'

export interface PayoutForm {
  method: string
  network?: string
  address?: string
  accountName?: string
  accountNumber?: string
  bankName?: string
}

export type Payout =
  | { method: 'wallet'; network: 'eth' | 'tron'; address: string }
  | { method: 'bank'; account: BankAccount }

/** Nobody has their keys: what is sent there is lost. */
const BURN_ADDRESSES: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dEaD',
  'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
])

export const isBurnAddress = (address: string): boolean => BURN_ADDRESSES.has(address)

/** Errors, in this order: WITHDRAWAL_METHOD_INVALID, BANK_DETAILS_MISSING, WITHDRAWAL_ADDRESS_INVALID. */
export function readPayout(form: PayoutForm): Payout {
  if (form.method === 'wallet') return { method: 'wallet', ...readAddress(form.network, form.address) }
  if (form.method !== 'bank') throw new AppError('WITHDRAWAL_METHOD_INVALID')
  const [accountName, accountNumber, bankName] = [form.accountName, form.accountNumber, form.bankName].map(
    (text) => cleanLine(text ?? ''),
  )
  if (!accountName || !accountNumber || !bankName) throw new AppError('BANK_DETAILS_MISSING')
  return { method: 'bank', account: { accountName, accountNumber, bankName } }
}

/** An address in its one spelling: EIP-55 for Ethereum, base58check for TRON. Errors: WITHDRAWAL_ADDRESS_INVALID. */
export function readAddress(
  network: string | undefined,
  address: string | undefined,
): { network: 'eth' | 'tron'; address: string } {
  if (network !== 'eth' && network !== 'tron') throw new AppError('WITHDRAWAL_ADDRESS_INVALID')
  const parsed = parseWalletAddress(network, address?.trim() ?? '')
  if (!parsed.ok || isBurnAddress(parsed.value)) throw new AppError('WITHDRAWAL_ADDRESS_INVALID')
  return { network, address: parsed.value }
}
