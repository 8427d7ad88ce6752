import { useQuery } from '@tanstack/react-query'
import { getSiteText, type SiteTextPage } from '@truestrike/protocol/config-endpoints.ts'
import { useTranslation } from 'react-i18next'
import { call } from './api-client.ts'

const FRESH_MS = 60_000

/** The operator's words for a page in the reader's language; null: the product's hold. Undefined until that is known. */
export function useSiteText(page: SiteTextPage): string | null | undefined {
  const { i18n } = useTranslation()
  const locale = i18n.language
  const { data, isError } = useQuery({
    queryKey: ['site-text', page, locale],
    queryFn: ({ signal }) => call(getSiteText, { query: { page, locale } }, { toast: false, signal }),
    staleTime: FRESH_MS,
    retry: 1,
  })
  return isError ? null : data?.text
}
