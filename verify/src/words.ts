import type { Check, ProofCode } from '@truestrike/core/proof/proof-code.ts'
import type { LiabilityCode } from '@truestrike/core/proof/verify-liability.ts'

// Everything the command says, in one place.

export const USAGE = `usage: truestrike-verify receipt.json [--keys keys.json] [--json]
       truestrike-verify archive.jsonl.gz … [--keys keys.json] [--json]

Verifies the receipt of an acceptance or a settlement, or a balance in the site's tree of
liabilities, without a network; or archives of a product's price log, one day or several.

  --keys FILE  the site's keys; without it ~/.config/truestrike/keys.json. Take the file from
               where you trust it: keys that come with a receipt prove nothing.
  --json       one line of JSON instead of words

Exit code: 0 everything holds, 1 something does not, 2 signed by a key that is not yours,
3 nothing to verify (unreadable input, wrong usage).
`

export const CHECK_WORDS: Readonly<Record<Check, string>> = {
  format: 'the form of the receipt',
  keys: 'the keys it names',
  rule: 'the rule',
  order: 'the order',
  terms: 'the terms',
  acceptance: 'the signed acceptance',
  'acceptance-entry': 'the acceptance in the log',
  blocks: 'the blocks',
  inclusion: 'the entries in their blocks',
  log: 'the order of the log',
  'source-time': 'the times of the source',
  marks: 'changes of source and voids',
  opening: 'the opening price',
  closing: 'the closing price',
  outcome: 'the outcome',
}

export const CODE_WORDS: Readonly<Record<ProofCode, string>> = {
  format: 'This is not a receipt in the form that docs/proof.md describes.',
  'unknown-key': 'It is signed by a key that is not among your keys: it may be the site’s, you cannot tell.',
  'rule-hash': 'The rule shown is not the rule that was frozen.',
  'rule-invalid': 'No rule like this could be in force.',
  'order-hash': 'The order shown is not the order that was accepted.',
  'other-terms': 'Order, rule and product do not belong together.',
  expiry: 'The expiry is not the acceptance plus the duration.',
  'stake-outside-rule': 'The rule does not allow this stake.',
  'acceptance-path': 'The terms are not those of the signed batch.',
  'acceptance-signature': 'The signature of the acceptance is wrong.',
  'key-not-in-use': 'The key that signed it was not in use at that time.',
  'acceptance-not-logged': 'The batch of the order is not in the log after the acceptance.',
  'acceptance-late':
    'The batch of the order came into the log only when the time for its opening price was over.',
  'block-order': 'The headers of the blocks contradict one another.',
  'block-chain': 'A block does not follow the one before it.',
  'block-signature': 'The signature of a block is wrong.',
  'entry-not-in-block': 'An entry is not in the block it is said to be in.',
  'log-order': 'The entries are not in the order of a log.',
  'head-missing': 'The newest entry at acceptance is not shown.',
  'head-late': 'The newest entry at acceptance is later than the acceptance.',
  'source-time': 'A price came too long after, or before, its source gave it.',
  'mark-hidden': 'A change of source or a void may be left out.',
  'evidence-missing': 'The entries shown do not decide the contract.',
  'opening-differs': 'The log gives another opening price.',
  'closing-differs': 'The log gives another closing price.',
  'outcome-differs': 'The log gives another outcome.',
  'profit-differs': 'The outcome gives another profit.',
  'void-of-win': 'A void took back a win.',
}

export const LIABILITY_CODE_WORDS: Readonly<Record<LiabilityCode, string>> = {
  format: 'This is not a balance in the form that docs/proof.md describes.',
  'unknown-key': CODE_WORDS['unknown-key'],
  balance: 'Its parts do not add up to the balance.',
  'same-leaf': 'One leaf is counted twice.',
  'not-in-tree': 'A part of the balance is not in the tree, or the tree does not sum to the total.',
  'other-day': 'The balances are not of the day it names.',
  'key-not-in-use': CODE_WORDS['key-not-in-use'],
  signature: 'The signature of the total is wrong.',
}

export const CANNOT_READ = 'cannot be read'
export const TOO_LARGE = 'is too large'
export const NOT_JSON = 'is not JSON'
export const NOT_KEYS = 'is not a keys file'
export const LIMITS = 'What a receipt shows and what it does not: docs/proof.md'
export const LIABILITY_LIMITS =
  'Look whether user and balance are yours. What this shows and what it does not: docs/proof.md'

export const REGENERATE_USAGE = `usage: npm run regenerate -- --symbol BTCUSDT --day 2026-11-20 [--url ADDRESS] [--commitment TEXT] [--keys FILE] [--json]
       npm run regenerate -- --symbol BTCUSDT --day 2026-11-20 --seed TEXT --state M,S,V --profile B,D,H0,…,H23,V --precision N

Makes a day of simulated prices anew from its seed and holds it against the site's public log.

  --url         the site; without it http://127.0.0.1:3000
  --commitment  the one you noted before the day
  --keys        the site's keys as you keep them; without it ~/.config/truestrike/keys.json, if it is there
  --seed        no site is asked: prints all prices of the day
  --state       mantissa, shift and volatility of the start
  --profile     annual volatility in basis points, daily volume, the 24 hours of the rhythm,
                spread of volumes (0 where a day has none)

Exit code: 0 every price of the log is what the seed gives, 1 something is not, 2 the
commitment is signed with a key that is not among yours, 3 nothing to compare.
`

export const REGENERATE_WORDS = {
  commitmentHolds: 'The commitment holds: it binds this seed and this start.',
  commitmentDiffers: 'The commitment does NOT bind this seed and this start.',
  committed: (time: string) => `The site says it was made ${time},`,
  before: (span: string) => `${span} before the day began.`,
  after: (span: string) => `${span} after the day had begun: it says nothing about the time before.`,
  signature: {
    holds: 'The site has signed it, and when it was made, with one of your keys.',
    unsigned: 'The site has NOT signed it.',
    unchecked: 'Its signature was not checked: there are no keys here.',
    'unknown-key': 'It is signed with an UNKNOWN key.',
    'key-not-in-use': 'It is signed with a key that was NOT in use at that time.',
    signature: 'The signature under it is NOT the site’s.',
  },
  asNoted: 'It is the one you noted.',
  notAsNoted: 'It is NOT the one you noted.',
  configured: 'The operator set the master seed (FEED_SEED): whoever knows it knew these prices in advance.',
  startFollows: '  The day begins where the seed of the day before ends.',
  startDiffers: '  The day does NOT begin where the seed of the day before ends.',
  startUnknown: '  The day before is not known here: whether this one begins where it ended cannot be told.',
  given: (given: number, equal: number) =>
    `The seed gives ${given} prices; ${equal} of them are in the log as it gives them.`,
  refusedNear: (count: number, bps: number) =>
    `${count} of these were refused WITHOUT reason: no further than ${bps} basis points from the price before.`,
  rejected: (count: number) => `${count} of the log were refused by its own rules and decide nothing.`,
  otherSource: (count: number) => `${count} entries of the log come from another source.`,
  gaps: (missing: number, spans: number) =>
    `${missing} are not in the log, in ${spans} spans: no service, a closed market, or left out.`,
  differences: (count: number) => `${count} prices of the log are NOT what the seed gives:`,
  more: (count: number) => `and ${count} more`,
  entry: 'entry',
  none: 'the seed gives none there',
  seedGives: 'the seed gives',
  equal: 'Every price of the log is what the seed gives.',
  differs: 'This log is NOT what was promised.',
} as const

interface FoundArchive {
  path: string
  symbol: string
  day: string
  firstNumber: number
  lastNumber: number
  entries: number
}

export const ARCHIVE_WORDS = {
  holds: ({ path, symbol, day, firstNumber, lastNumber, entries }: FoundArchive) =>
    `${path}: everything holds.\n  ${symbol}, ${day}: blocks ${firstNumber} to ${lastNumber}, ${entries} entries, every signature.`,
  doesNotHold: 'Does not hold:',
  unknownKey: 'Unknown key:',
  place: (path: string, line: number, what: string) => `  ${path}, line ${line}, looking at ${what}`,
  form: 'its form',
  format: 'This line has not the form that docs/proof.md describes.',
} as const
