import { loadTextsBy } from './i18n.ts'

const TEXTS = import.meta.glob<object>('../locales/*/funds.json', { import: 'default' })

/** Deposits, withdrawals, transfers and bills. As `loadTexts`. */
export function loadFundsTexts(): Promise<void> {
  return loadTextsBy('funds', TEXTS)
}
