import type { IdentityPaper } from '@truestrike/protocol/profile-endpoints.ts'

export const PAPERS: readonly IdentityPaper[] = ['passport', 'identity-card', 'driving-licence']

interface Side {
  side: 'front' | 'back'
  /** Its name in the texts. */
  label: 'page' | 'front' | 'back'
}

/** The sides of a document that are asked for, as the server asks for them. */
export function sidesOf(paper: IdentityPaper): readonly Side[] {
  if (paper === 'passport') return [{ side: 'front', label: 'page' }]
  return [
    { side: 'front', label: 'front' },
    { side: 'back', label: 'back' },
  ]
}
