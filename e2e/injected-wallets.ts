import { randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { TronWeb, utils } from 'tronweb'
import { privateKeyToAccount } from 'viem/accounts'

/** How the owner of a wallet answers, from now on. */
type Mood = 'approves' | 'rejects-connecting' | 'rejects-signing' | 'breaks'

/**
 * A wallet extension as the page meets it. Its keys and its user are on the side of the journey; viem and tronweb sign,
 * so that nothing of the product's own is in these signatures.
 */
export interface InjectedWallet {
  address: string
  mood: Mood
  /** Methods that were called. */
  readonly calls: string[]
  /** Signs with another key than that of the account it shows. */
  signsWithOther: boolean
  /** Code at the address: a contract's when not `0x`. */
  code: string
  /** The user takes the site's permission back, or selects another account, in the wallet itself. */
  disconnect(page: Page): Promise<void>
  selectOther(page: Page): Promise<void>
  /** What its owner signs without a page. */
  sign(text: string): Promise<string>
}

interface Refusal {
  refused: { code: number | null; message: string }
}

const newKey = (): string => randomBytes(32).toString('hex')
const refusal = (code: number | null, message: string): Refusal => ({ refused: { code, message } })
const USER_REJECTED = refusal(4001, 'The user said no.')

/** MetaMask, or what announces itself as another wallet by EIP-6963. */
export async function injectEthWallet(
  context: BrowserContext,
  { rdns = 'io.metamask', name = 'MetaMask' } = {},
): Promise<InjectedWallet> {
  let key = newKey()
  let connected = false
  const account = () => privateKeyToAccount(`0x${key}`)
  const wallet: InjectedWallet = {
    address: account().address,
    mood: 'approves',
    calls: [],
    signsWithOther: false,
    code: '0x',
    disconnect: async () => {
      connected = false
    },
    selectOther: async () => {
      key = newKey()
      wallet.address = account().address
    },
    sign: (message) => account().signMessage({ message }),
  }
  // MetaMask shows accounts in small letters.
  const accounts = () => (connected ? [wallet.address.toLowerCase()] : [])

  async function answer(method: string, params: readonly unknown[]): Promise<unknown> {
    wallet.calls.push(method)
    if (method === 'eth_accounts') return accounts()
    if (method === 'eth_getCode') return wallet.code
    if (method === 'eth_requestAccounts') {
      if (wallet.mood === 'rejects-connecting') return USER_REJECTED
      if (wallet.mood === 'breaks') return refusal(-32_603, 'Internal error')
      connected = true
      return accounts()
    }
    if (method === 'personal_sign') {
      if (wallet.mood === 'rejects-signing') return USER_REJECTED
      const message = Buffer.from(String(params[0]).slice(2), 'hex').toString()
      return await (wallet.signsWithOther ? privateKeyToAccount(`0x${newKey()}`) : account()).signMessage({
        message,
      })
    }
    if (method === 'wallet_revokePermissions') connected = false
    return null
  }

  const called = `walletOf${rdns.replaceAll('.', '_')}`
  await context.exposeFunction(called, answer)
  await context.addInitScript(
    ([ask, info]) => {
      const call = (
        window as unknown as Record<string, (method: string, params: unknown) => Promise<unknown>>
      )[ask]
      const provider = {
        isMetaMask: info.rdns === 'io.metamask',
        async request({ method, params = [] }: { method: string; params?: unknown[] }) {
          const answered = await call?.(method, params)
          if (answered && typeof answered === 'object' && 'refused' in answered) {
            const { code, message } = (answered as Refusal).refused
            throw Object.assign(new Error(message), code === null ? {} : { code })
          }
          return answered
        },
      }
      const detail = Object.freeze({ info: { uuid: info.rdns, icon: '', ...info }, provider })
      const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      window.addEventListener('eip6963:requestProvider', announce)
      announce()
    },
    [called, { rdns, name }] as const,
  )
  return wallet
}

/** TronLink: announced by TIP-6963, or only as `window.tronLink`, as its older versions. */
export async function injectTronWallet(
  context: BrowserContext,
  how: 'TIP-6963' | 'window.tronLink',
): Promise<InjectedWallet & { locked: boolean }> {
  let key = newKey()
  const addressOf = () => String(TronWeb.address.fromPrivateKey(key))
  // What the page reads of it without asking is kept where both sides reach it.
  const show = (page: Page, address: string | null) =>
    page.evaluate((text) => {
      if (text === null) localStorage.removeItem('journey-tron')
      else localStorage.setItem('journey-tron', text)
    }, address)
  const wallet: InjectedWallet & { locked: boolean } = {
    address: addressOf(),
    mood: 'approves',
    locked: false,
    calls: [],
    signsWithOther: false,
    code: '0x',
    disconnect: (page) => show(page, null),
    selectOther: async (page) => {
      key = newKey()
      wallet.address = addressOf()
      await show(page, wallet.address)
    },
    sign: async (text) => utils.message.signMessage(text, key),
  }
  await context.exposeFunction('tronWallet', async (method: string, text: string) => {
    wallet.calls.push(method)
    if (method === 'sign') {
      if (wallet.mood === 'rejects-signing') return refusal(null, 'Confirmation declined by user')
      return utils.message.signMessage(text, wallet.signsWithOther ? newKey() : key)
    }
    if (wallet.locked) return { code: null, address: null }
    if (wallet.mood === 'rejects-connecting') return { code: 4001, address: null }
    return { code: 200, address: wallet.address }
  })
  await context.addInitScript((announced) => {
    const { tronWallet: call } = window as unknown as {
      tronWallet: (method: string, text: string) => Promise<Record<string, unknown> | string>
    }
    const provider = {
      get ready() {
        return localStorage.getItem('journey-tron') !== null
      },
      get tronWeb() {
        const base58 = localStorage.getItem('journey-tron') ?? false
        const signMessageV2 = async (text: string) => {
          const answered = await call('sign', text)
          // As TronLink does: a text, not an error.
          if (typeof answered === 'object') throw String((answered.refused as { message: string }).message)
          return answered
        }
        return { ready: base58 !== false, defaultAddress: { base58 }, trx: { signMessageV2 } }
      },
      async request({ method }: { method: string }) {
        const { code, address } = (await call(method, '')) as { code: number | null; address: string | null }
        if (address !== null) localStorage.setItem('journey-tron', address)
        if (!announced) return code === null ? '' : { code, message: '' }
        if (code === 4001) throw Object.assign(new Error('no'), { code })
        return address === null ? [] : [address]
      },
    }
    if (!announced) {
      Object.assign(window, { tronLink: provider })
      return
    }
    const info = { uuid: 't', name: 'TronLink', icon: '', rdns: 'org.tronlink.www' }
    const announce = () =>
      window.dispatchEvent(new CustomEvent('TIP6963:announceProvider', { detail: { info, provider } }))
    window.addEventListener('TIP6963:requestProvider', announce)
    announce()
  }, how === 'TIP-6963')
  return wallet
}
