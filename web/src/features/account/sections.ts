import { useSearchParams } from 'react-router'

/** Parts of the account page with an address of their own: `/account?section=…`. */
const SECTIONS = ['security', 'settings'] as const
export type Section = (typeof SECTIONS)[number]

/** Null: the overview, also for a name that is none. */
export function useSection(): Section | null {
  const [params] = useSearchParams()
  return SECTIONS.find((section) => section === params.get('section')) ?? null
}

export const sectionPath = (section: Section, modal?: string): string =>
  `/account?section=${section}${modal === undefined ? '' : `&modal=${modal}`}`
