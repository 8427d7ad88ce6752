import { create } from 'zustand'
import { FIRST_AMOUNT } from './amount-rules.ts'

interface OrderForm {
  durationSeconds: number
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
