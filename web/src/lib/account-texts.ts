import { loadRateTexts } from './approximate.ts'
import { loadDeviceTexts } from './device-texts.ts'
import { loadFundsTexts } from './funds-texts.ts'
import { loadInvitationTexts } from './invitation-texts.ts'
import { loadSecurityTexts } from './security-texts.ts'

/** All that the account page reads beyond the first page's texts. As `loadTexts`. */
export async function loadAccountTexts(): Promise<void> {
  await Promise.all([
    loadSecurityTexts(),
    loadDeviceTexts(),
    loadFundsTexts(),
    loadInvitationTexts(),
    loadRateTexts(),
  ])
}
