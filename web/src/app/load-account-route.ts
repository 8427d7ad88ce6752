import type { ComponentType } from 'react'
import { loadAccountTexts } from '../lib/account-texts.ts'
import { loadTexts } from '../lib/i18n.ts'

/** A module of its own: the first page need not know the names of all files that the account consists of. */
export async function loadAccountRoute(): Promise<ComponentType> {
  const [page] = await Promise.all([import('./AccountRoute.tsx'), loadTexts('proof'), loadAccountTexts()])
  return page.AccountRoute
}
