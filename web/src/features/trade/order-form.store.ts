import type { Book } from '@truestrike/protocol/scalars.ts'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { type AmountFault, readAmount } from '../../lib/amount-text.ts'
import { useBook } from '../../lib/book-store.ts'
import { readStoredObject, writeStored } from '../../lib/browser-storage.ts'
import { useSession } from '../../lib/session-store.ts'
import { FIRST_AMOUNT } from './amount-rules.ts'

interface Choice {
  durationSeconds: number
  /** As typed, right or wrong. */
  amountText: string
}

interface OrderForm extends Choice {
  setDuration(seconds: number): void
  setAmountText(text: string): void
}

const KEY = 'orderForm'
const FIRST_DURATION_SECONDS = 60
/** Users of one browser whose choices are kept, with two books each. */
const KEPT_MAX = 8
const TEXT_LENGTH_MAX = 40

/** A stake of real money is never suggested: the user types the first one. */
function firstChoice(book: Book): Choice {
  return { durationSeconds: FIRST_DURATION_SECONDS, amountText: book === 'demo' ? FIRST_AMOUNT : '' }
}

function isChoice(value: unknown): value is Choice {
  if (typeof value !== 'object' || value === null) return false
  const { durationSeconds, amountText } = value as Record<string, unknown>
  const isDuration = Number.isSafeInteger(durationSeconds) && Number(durationSeconds) > 0
  return isDuration && typeof amountText === 'string' && amountText.length <= TEXT_LENGTH_MAX
}

function storedChoices(): Record<string, Choice> {
  const entries = Object.entries(readStoredObject(KEY) ?? {})
  return Object.fromEntries(entries.filter((entry): entry is [string, Choice] => isChoice(entry[1])))
}

interface Choices {
  /** By user and book: what one stakes is no suggestion to another, nor practice a measure for real money. */
  byOwner: Record<string, Choice>
}

const useChoices = create<Choices>()(() => ({ byOwner: storedChoices() }))

function change(owner: string, choice: Choice): void {
  const { [owner]: _before, ...others } = useChoices.getState().byOwner
  const kept = [...Object.entries(others).slice(1 - KEPT_MAX), [owner, choice] as const]
  const byOwner = Object.fromEntries(kept)
  writeStored(KEY, JSON.stringify(byOwner))
  useChoices.setState({ byOwner })
}

/** What the user last chose for the funds in use; it stays on other products and over a reload. */
export function useOrderForm(): OrderForm {
  const book = useBook((state) => state.book)
  const uid = useSession((session) => session.user?.uid ?? 'guest')
  const owner = `${uid}:${book}`
  const choice = useChoices((state) => state.byOwner[owner]) ?? firstChoice(book)
  return {
    ...choice,
    setDuration: (durationSeconds) => change(owner, { ...choice, durationSeconds }),
    setAmountText: (amountText) => change(owner, { ...choice, amountText }),
  }
}

/** The amount in the field, micro-USDT, or why it is none. */
export function useStake(): bigint | AmountFault {
  const { i18n } = useTranslation()
  return readAmount(useOrderForm().amountText, i18n.language)
}
