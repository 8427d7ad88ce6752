import { expect, test } from 'vitest'
import { siteFileName } from './site-file-name.ts'

test.each([
  ['CRYPTO TRADE', 'crypto-trade-bills.csv'],
  ['  Börse & Söhne – 24/7 ', 'borse-sohne-24-7-bills.csv'],
  ['Ｈａｒｂｏｕｒ', 'harbour-bills.csv'],
  ['"; filename="x\r\n../../evil', 'filename-x-evil-bills.csv'],
  ['منصة التداول', 'records-bills.csv'],
  ['', 'records-bills.csv'],
  [`${'a'.repeat(39)} b`, `${'a'.repeat(39)}-bills.csv`],
])(
  '[U-19] [C3] files are named after the site, in letters that are safe in any name: %s',
  (siteName, name) => {
    expect(siteFileName(siteName, 'bills.csv')).toBe(name)
  },
)
