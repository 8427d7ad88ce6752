import { useSiteInfo } from './site-query.ts'

/** Only what the operator may have meant: a page, a mail, a call. */
const ALLOWED = /^(https:\/\/|mailto:|tel:)/i

/** The address of customer service, or null where it is off or no address a page may lead to. */
export function useSupportLink(): string | null {
  const { enabled, serviceLink } = useSiteInfo().customerService
  return enabled && ALLOWED.test(serviceLink) ? serviceLink : null
}
