import { loadDeviceTexts } from './device-texts.ts'
import { loadSecurityTexts } from './security-texts.ts'

/** All that the account page reads beyond the first page's texts. As `loadTexts`. */
export async function loadAccountTexts(): Promise<void> {
  await Promise.all([loadSecurityTexts(), loadDeviceTexts()])
}
