// Deliberate faults in money. What a fault is made of: scripts/mutations/list.mjs.
const MIGRATIONS = 'server/migrations'
const PLACED = [
  'server/test/trading-refusals.flow.test.ts',
  'server/test/trading-races.flow.test.ts',
  'server/test/money-fuzz.test.ts',
]
const SETTLED = [
  'server/test/trading-life.flow.test.ts',
  'server/test/ledger-audit.flow.test.ts',
  'server/test/trading-races.flow.test.ts',
  'server/test/money-fuzz.test.ts',
]

export const MONEY = [
  {
    id: 'M1',
    breaks: 'The profit of a win is rounded up instead of down.',
    file: 'core/src/money.ts',
    find: '(stakeMicros * BigInt(payoutBps)) / BPS_PER_ONE',
    replace: '(stakeMicros * BigInt(payoutBps) + BPS_PER_ONE - 1n) / BPS_PER_ONE',
  },
  {
    id: 'M2',
    breaks: 'A tie pays the profit of a win.',
    file: 'core/src/ledger-posting.ts',
    find: "const profit = result === 'won' ?",
    replace: "const profit = result === 'won' || result === 'equal' ?",
  },
  {
    id: 'M3',
    breaks: 'A bank withdrawal takes the smaller of the share and the least fee.',
    file: 'core/src/funds/funds-rules.ts',
    find: 'share > rules.bankFeeMinMicros ? share',
    replace: 'share < rules.bankFeeMinMicros ? share',
  },
  {
    id: 'M4',
    breaks: 'A withdrawal pays out the fee, too.',
    file: 'core/src/funds/funds-rules.ts',
    find: 'const actualMicros = amountMicros - feeMicros',
    replace: 'const actualMicros = amountMicros',
  },
  {
    id: 'M5',
    breaks: 'A transfer asked for twice at once with one id moves the money twice.',
    file: 'server/src/funds/user-transfers.service.ts',
    find: "if (claimed === 'fresh') await move(",
    replace: "if (claimed !== 'mismatch') await move(",
    tests: ['server/test/user-transfers.flow.test.ts', 'server/test/money-fuzz.test.ts'],
  },
  {
    id: 'M6',
    breaks: 'A transfer goes back to its sender instead of to its recipient.',
    file: 'server/src/ledger/post-request.ts',
    find: "credit: { account: 'available', userId: toUserId }",
    replace: "credit: { account: 'available', userId: fromUserId }",
    tests: ['server/test/user-transfers.flow.test.ts', 'server/test/money-fuzz.test.ts'],
  },
  {
    id: 'M7',
    breaks: 'An order may be paid for with stakes of contracts that still run.',
    file: MIGRATIONS,
    find: 'when coalesce(q.available_micros, 0) < q.stake then',
    replace: 'when coalesce(q.available_micros, 0) + coalesce(q.in_position_micros, 0) < q.stake then',
    tests: PLACED,
  },
  {
    id: 'M8',
    breaks: 'A lost stake comes back to the balance of its user.',
    file: MIGRATIONS,
    find: 'sum(u.stake + u.profit)::bigint as back',
    replace: 'sum(u.stake + greatest(u.profit, 0))::bigint as back',
    tests: SETTLED,
  },
  {
    id: 'M9',
    breaks: 'A withdrawal freezes its amount without the fee.',
    file: 'server/src/funds/withdrawals.service.ts',
    find: 'postings: freezeWithdrawal(amountMicros)',
    replace: 'postings: freezeWithdrawal(actualMicros)',
    tests: ['server/test/withdrawals.flow.test.ts', 'server/test/money-fuzz.test.ts'],
  },
  {
    id: 'M10',
    breaks: 'A contract that is settled already may be settled again.',
    file: MIGRATIONS,
    find: "and c.state || '' in ('opening', 'running')",
    replace: 'and c.state is not null',
    tests: SETTLED,
  },
].map((fault) => ({ ...fault, group: 'money' }))
