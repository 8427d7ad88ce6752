import { useQuery } from '@tanstack/react-query'
import { getBasicInfo, type SiteInfo } from '@truestrike/protocol/account-endpoints.ts'
import { call, layoutClient } from './api-client.ts'

/** What holds until the site information is known, or when it cannot be loaded. */
const SITE_DEFAULTS: SiteInfo = {
  logo: null,
  siteName: 'CRYPTO TRADE',
  siteDescription: '',
  operatorName: '',
  emailLogin: true,
  walletLogin: true,
  passwordReset: false,
  inviteCodeRequired: true,
  customerService: { enabled: false, serviceLink: '', hours: '' },
  fundsMode: 'test',
}

const FRESH_MS = 300_000

const useSiteQuery = () =>
  useQuery({
    queryKey: ['site-info'],
    queryFn: ({ signal }) => call(getBasicInfo, {}, { client: layoutClient, toast: false, signal }),
    staleTime: FRESH_MS,
  })

export function useSiteInfo(): SiteInfo {
  const { data } = useSiteQuery()
  if (data === undefined) return SITE_DEFAULTS
  return {
    ...SITE_DEFAULTS,
    ...data,
    emailLogin: data.emailLogin !== false,
    walletLogin: data.walletLogin !== false,
  }
}

/** Who runs this site; empty: the operator has given no name. Undefined until that is known. */
export function useOperatorName(): string | undefined {
  const { data } = useSiteQuery()
  return data?.operatorName
}
