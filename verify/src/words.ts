import type { Check, ProofCode } from '@truestrike/core/proof/proof-code.ts'

// Everything the command says, in one place.

export const USAGE = `usage: truestrike-verify receipt.json [--keys keys.json] [--json]

Verifies the receipt of an acceptance or a settlement without a network.

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
  'acceptance-late': 'The batch of the order came into the log after the opening price was known.',
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

export const CANNOT_READ = 'cannot be read'
export const TOO_LARGE = 'is too large'
export const NOT_JSON = 'is not JSON'
export const NOT_KEYS = 'is not a keys file'
export const LIMITS = 'What a receipt shows and what it does not: docs/proof.md'
