import { useSearchParams } from 'react-router'

/** Parts of the account page with an address of their own: `/account?section=…`. */
const SECTIONS = ['wallet', 'bills', 'profile', 'security', 'settings'] as const
export type Section = (typeof SECTIONS)[number]

/** Those about money are another feature's. */
export type OwnSection = Exclude<Section, 'wallet' | 'bills'>

/** Null: the overview, also for a name that is none. */
export function useSection(): Section | null {
  const [params] = useSearchParams()
  return SECTIONS.find((section) => section === params.get('section')) ?? null
}

/** Dialogs of the section `security` that are linked to without naming it. */
export const isSecurityModal = (modal: string | null): modal is 'password' | 'two-factor' | 'confirm-email' =>
  modal === 'password' || modal === 'two-factor' || modal === 'confirm-email'

export const sectionPath = (section: Section, modal?: string): string =>
  `/account?section=${section}${modal === undefined ? '' : `&modal=${modal}`}`
