import { readdirSync, readFileSync } from 'node:fs'
import { SYSTEM_ACCOUNTS, TRANSFER_KINDS, USER_ACCOUNTS } from '@truestrike/core/ledger-posting.ts'
import { expect, test } from 'vitest'

const MIGRATIONS = new URL('../../migrations/', import.meta.url)
const KNOWN = new Set<string>([...TRANSFER_KINDS, ...USER_ACCOUNTS, ...SYSTEM_ACCOUNTS, 'demo', 'real'])

test('[D6] [D9] what the database itself writes into the ledger has a name that pages have a word for', () => {
  const statements = readdirSync(MIGRATIONS)
    .map((file) => readFileSync(new URL(file, MIGRATIONS), 'utf8'))
    .flatMap((text) => text.match(/(insert into transfers\b|perform ledger_post\()[^;]*;/g) ?? [])
  const words = statements.flatMap((text) => [...text.matchAll(/'([a-z_-]+)'/g)].map(([, word]) => word))
  expect(words).toContain('void-return')
  expect(words).toContain('demo-issue')
  expect(words.filter((word) => word !== undefined && !KNOWN.has(word))).toEqual([])
})
