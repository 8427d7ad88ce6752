import { loadTextsBy } from './i18n.ts'

const TEXTS = import.meta.glob<object>('../locales/*/order.json', { import: 'default' })

/** What is read only once there is an order: its confirm step, its odds, and the results. As `loadTexts`. */
export function loadOrderTexts(): Promise<void> {
  return loadTextsBy('order', TEXTS)
}
