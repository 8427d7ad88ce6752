import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { type AmountFault, readAmount } from '../../lib/amount-text.ts'
import { FIRST_AMOUNT } from './amount-rules.ts'

interface OrderForm {
  durationSeconds: number
  /** As typed, right or wrong. */
  amountText: string
  setDuration(seconds: number): void
  setAmountText(text: string): void
}

const FIRST_DURATION_SECONDS = 60

/** What the user last chose; it stays when he goes to another product. */
export const useOrderForm = create<OrderForm>()((set) => ({
  durationSeconds: FIRST_DURATION_SECONDS,
  amountText: FIRST_AMOUNT,
  setDuration: (durationSeconds) => set({ durationSeconds }),
  setAmountText: (amountText) => set({ amountText }),
}))

/** The amount in the field, micro-USDT, or why it is none. */
export function useStake(): bigint | AmountFault {
  const { i18n } = useTranslation()
  return readAmount(
    useOrderForm((form) => form.amountText),
    i18n.language,
  )
}
