import type { BlockHeader } from '@truestrike/core/proof/block-header.ts'
import type { SiteKey } from '@truestrike/core/proof/site-keys.ts'
import { create } from 'zustand'
import { readStoredObject, writeStored } from '../browser-storage.ts'
import { downloadJson } from '../download.ts'
import type { ClashKind } from './header-clash.ts'

/** Headers that follow one another, with the signature over the last: it stands for all of them. */
export interface SignedChain {
  readonly blocks: readonly BlockHeader[]
  readonly keyId: string
  readonly signature: string
}

/**
 * Something the site says of its log that does not go with what it had signed. Besides two headers that contradict one
 * another: `denied`, it no longer shows a header it signed; `withheld`, it shows nothing between two that it signed;
 * `other-prices`, prices it sent are not those it signed.
 */
export interface LogContradiction {
  readonly kind: ClashKind | 'denied' | 'withheld' | 'other-prices'
  readonly symbol: string
  readonly precision: number
  /** The block it is about. */
  readonly number: number
  /** This browser's clock, ms. */
  readonly foundMs: number
  readonly kept: SignedChain
  /** The other statement as it came; a chain when it is signed. */
  readonly told: unknown
}

/** `two-acceptances`: two different ones of one contract, both signed · `unsigned-acceptance`: the signature is worth nothing. */
export interface OrderContradiction {
  readonly kind: 'two-acceptances' | 'unsigned-acceptance'
  readonly contractId: string
  readonly foundMs: number
  /** The receipts as they came; of one alone `told` is null. */
  readonly kept: unknown
  readonly told: unknown
}

/** `disowned`: the site says that a key had ended before something this browser had verified under it. */
interface KeyContradiction {
  readonly kind: 'disowned'
  readonly keyId: string
  readonly foundMs: number
  /** What was signed with it. */
  readonly kept: unknown
  /** The key as the site names it now. */
  readonly told: SiteKey
}

export type Contradiction = LogContradiction | OrderContradiction | KeyContradiction

/** With the keys this browser trusted at that moment: what the site says of its keys later takes nothing away from it. */
type Evidence = Contradiction & { readonly keys: unknown }

interface HistoryAlarm {
  /** Oldest first; they stay until the user has them forgotten. */
  contradictions: readonly Evidence[]
}

/** Where the keys are that this browser trusts. */
export const SITE_KEYS = 'site-keys'
/** Where the signed totals are that it has verified. */
export const KEPT_TOTALS = 'kept-totals'
const KEY = 'history-alarm'
/** The first ones matter most: later ones follow from them. */
const KEPT_MAX = 10

function stored(): readonly Evidence[] {
  const list = readStoredObject(KEY)?.contradictions
  const isOne = (value: unknown): boolean => typeof value === 'object' && value !== null && 'kept' in value
  return Array.isArray(list) ? (list.filter(isOne) as Evidence[]) : []
}

export const useHistoryAlarm = create<HistoryAlarm>()(() => ({ contradictions: stored() }))

export function raiseAlarm(found: Contradiction): void {
  const { contradictions } = useHistoryAlarm.getState()
  const known = contradictions.some((each) => nameOf(each) === nameOf(found))
  if (known || contradictions.length >= KEPT_MAX) return
  keep([...contradictions, { ...found, keys: readStoredObject(SITE_KEYS)?.keys ?? [] }])
}

function nameOf(found: Contradiction): string {
  if ('symbol' in found) return `${found.kind} ${found.symbol} ${found.number}`
  return `${found.kind} ${'keyId' in found ? found.keyId : found.contractId}`
}

export function forgetAlarms(): void {
  keep([])
}

function keep(contradictions: readonly Evidence[]): void {
  writeStored(KEY, contradictions.length === 0 ? null : JSON.stringify({ contradictions }))
  useHistoryAlarm.setState({ contradictions })
}

/** Everything found, as a file that proves it to others: statements, signatures, and the keys that were trusted then. */
export function saveContradictions(): void {
  const { contradictions } = useHistoryAlarm.getState()
  downloadJson('truestrike-contradictions.json', { format: 'truestrike-contradictions/1', contradictions })
}

/** What one tab finds is said in all. Returns the way to stop. */
export function followAlarms(): () => void {
  const listener = ({ key }: StorageEvent): void => {
    if (key === KEY || key === null) useHistoryAlarm.setState({ contradictions: stored() })
  }
  globalThis.addEventListener('storage', listener)
  return () => globalThis.removeEventListener('storage', listener)
}
