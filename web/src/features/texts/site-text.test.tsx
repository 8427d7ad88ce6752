import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTexts, startI18n } from '../../lib/i18n.ts'
import { isolated } from '../../lib/isolated-text.ts'
import type { TextPage } from '../../ui/text-pages.ts'
import { SiteText } from './SiteText.tsx'

beforeAll(async () => {
  await startI18n()
  await loadTexts('legal')
})
afterEach(cleanup)

/** `operatorName` undefined: the site information has not arrived. */
function show(page: TextPage, operatorName: string | undefined, own: string | null = null): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, enabled: false } } })
  if (operatorName !== undefined) client.setQueryData(['site-info'], { siteName: 'S', operatorName })
  client.setQueryData(['site-text', page, 'en-US'], { text: own })
  render(
    <QueryClientProvider client={client}>
      <SiteText page={page} />
    </QueryClientProvider>,
  )
}

const unnamed = (): string => i18next.t('legal:about.who.text')
const named = (): string => i18next.t('legal:about.who.named', { name: isolated('Harbour Ltd') })

test('[U-17] the about page says that the operator has not given a name, and nothing before that is known', () => {
  show('about', '')
  expect(screen.getByText(unnamed())).toBeTruthy()
  cleanup()
  show('about', undefined)
  expect(screen.queryByText(unnamed())).toBeNull()
})

test('[U-17] the name the operator gives stands on the about page, under its own words too, and in the privacy notice', () => {
  show('about', 'Harbour Ltd')
  expect(screen.getByText(named())).toBeTruthy()
  expect(screen.queryByText(unnamed())).toBeNull()
  cleanup()
  show('about', 'Harbour Ltd', 'We began in a harbour.')
  expect(screen.getByText('We began in a harbour.')).toBeTruthy()
  expect(screen.getByText(named())).toBeTruthy()
  cleanup()
  show('privacy', 'Harbour Ltd')
  expect(screen.getByText(named())).toBeTruthy()
  cleanup()
  show('privacy', '')
  expect(screen.queryByText(unnamed())).toBeNull()
})
