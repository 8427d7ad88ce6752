import type { BlockHeader } from '@truestrike/core/proof/block-header.ts'
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
 * another: `denied`, it no longer shows a header it signed; `other-prices`, prices it sent are not those it signed.
 */
export interface Contradiction {
  readonly kind: ClashKind | 'denied' | 'other-prices'
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

interface HistoryAlarm {
  /** Oldest first; they stay until the user has them forgotten. */
  contradictions: readonly Contradiction[]
}

/** Where the keys are that this browser trusts. */
export const SITE_KEYS = 'site-keys'
/** Where the signed totals are that it has verified. */
export const KEPT_TOTALS = 'kept-totals'
const KEY = 'history-alarm'
/** The first ones matter most: later ones follow from them. */
const KEPT_MAX = 10

function stored(): readonly Contradiction[] {
  const list = readStoredObject(KEY)?.contradictions
  const isOne = (value: unknown): boolean => typeof value === 'object' && value !== null && 'kept' in value
  return Array.isArray(list) ? (list.filter(isOne) as Contradiction[]) : []
}

export const useHistoryAlarm = create<HistoryAlarm>()(() => ({ contradictions: stored() }))

export function raiseAlarm(found: Contradiction): void {
  const { contradictions } = useHistoryAlarm.getState()
  const known = contradictions.some(
    ({ kind, symbol, number }) => kind === found.kind && symbol === found.symbol && number === found.number,
  )
  if (known || contradictions.length >= KEPT_MAX) return
  keep([...contradictions, found])
}

export function forgetAlarms(): void {
  keep([])
}

function keep(contradictions: readonly Contradiction[]): void {
  writeStored(KEY, contradictions.length === 0 ? null : JSON.stringify({ contradictions }))
  useHistoryAlarm.setState({ contradictions })
}

/** Everything found, as a file that proves it to others: statements, signatures, and the keys this browser trusts. */
export function saveContradictions(): void {
  const { contradictions } = useHistoryAlarm.getState()
  const keys = readStoredObject(SITE_KEYS)?.keys ?? []
  downloadJson('truestrike-contradictions.json', {
    format: 'truestrike-contradictions/1',
    contradictions,
    keys,
  })
}

/** What one tab finds is said in all. Returns the way to stop. */
export function followAlarms(): () => void {
  const listener = ({ key }: StorageEvent): void => {
    if (key === KEY || key === null) useHistoryAlarm.setState({ contradictions: stored() })
  }
  globalThis.addEventListener('storage', listener)
  return () => globalThis.removeEventListener('storage', listener)
}
