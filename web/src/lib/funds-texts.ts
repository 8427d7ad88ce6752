import { loadTextsBy } from './i18n.ts'
import { loadUploadTexts } from './upload-texts.ts'

const TEXTS = import.meta.glob<object>('../locales/*/funds.json', { import: 'default' })

/** Deposits, withdrawals, transfers and bills. As `loadTexts`. */
export async function loadFundsTexts(): Promise<void> {
  await Promise.all([loadTextsBy('funds', TEXTS), loadUploadTexts()])
}
