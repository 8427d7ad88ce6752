import { formatDecimal } from '@truestrike/core/decimal.ts'
import { formatMicros, parseMicros } from '@truestrike/core/money.ts'
import type { Proposal, ProposalLine } from '@truestrike/protocol/approval-endpoints.ts'
import type { RuleContent } from '@truestrike/protocol/rule-endpoints.ts'
import type { ApprovalActor, ProposalView } from '../approvals/approval-kinds.ts'
import type { ApprovalsService } from '../approvals/approvals.service.ts'
import type { Db } from '../platform/db.ts'
import type { ReplacedRule, RulesChange } from '../trading/rule-admin.service.ts'
import type { Trading } from '../trading/trading.module.ts'

interface ProposedRules extends RulesChange {
  /** What is replaced, of each of the products, to be compared. */
  replaced?: readonly ReplacedRule[]
  /** Proposals of earlier versions kept what is replaced in the first of them alone. */
  before?: RuleContent | null
}

interface Parts {
  db: Db
  trading: Pick<Trading, 'ruleAdmin'>
  approvals: Pick<ApprovalsService, 'register'>
}

interface Form extends RulesChange {
  reason: string
  requestId: string
}

const SHOWN_MAX = 6

/** New rules: the real book's too, so that two administrators want them. They hold for contracts accepted after that. */
export function createProposeRules({ db, trading: { ruleAdmin }, approvals }: Parts) {
  const byTwo = approvals.register<ProposedRules>({
    ...{ kind: 'change-rules', permission: 'game-rules', action: 'rule.publish' },
    check: async (sql, payload) => void (await ruleAdmin.compare(sql, payload)),
    async carryOut(sql, payload) {
      await ruleAdmin.publish(sql, payload)
      const symbols = payload.products.map(({ symbol }) => symbol)
      return {
        subject: subjectOf(payload),
        before: spoken(replacedBy(payload)),
        after: { ...payload.rule, symbols },
      }
    },
    describe: async (payloads) => payloads.map(viewOf),
  })

  return {
    anotherFor: byTwo.anotherFor,

    /** Errors: SECOND_ADMIN_REQUIRED, PRODUCT_NOT_FOUND, CONFIG_CHANGED, INVALID_PARAMETERS, IDEMPOTENCY_MISMATCH. */
    async propose(actor: ApprovalActor, { rule, products, reason, requestId }: Form): Promise<Proposal> {
      const replaced = await db.tx((sql) => ruleAdmin.compare(sql, { rule, products }))
      const { stakeMin, stakeMax } = rule
      // In one spelling: 5000 is no other amount than 5000.00, here and in the audit log.
      const spelled = { ...rule, stakeMin: amountOf(stakeMin), stakeMax: amountOf(stakeMax) }
      const payload = { rule: spelled, products, replaced }
      return await byTwo.propose(actor, { subject: subjectOf(payload), payload, reason, requestId })
    },
  }
}

function subjectOf({ rule, products }: RulesChange): string {
  const more = products.length > 1 ? `+${products.length - 1}` : ''
  return `rule:${products[0]?.symbol ?? ''}${more}-${rule.durationSeconds}`
}

/** What the audit log says is replaced: the rule where all have the same one, else that of each. */
function spoken(replaced: readonly ReplacedRule[]): object {
  const first = replaced[0]?.rule ?? null
  const isSame = replaced.every(({ rule }) => JSON.stringify(rule) === JSON.stringify(first))
  return isSame ? (first ?? {}) : Object.fromEntries(replaced.map(({ symbol, rule }) => [symbol, rule]))
}

function replacedBy({ replaced, before = null, products }: ProposedRules): readonly ReplacedRule[] {
  return replaced ?? products.map(({ symbol }) => ({ symbol, rule: before }))
}

function viewOf(payload: ProposedRules): ProposalView {
  const { rule, products } = payload
  const symbols = products.map(({ symbol }) => symbol)
  const shown = symbols.slice(0, SHOWN_MAX).join(', ')
  const label = symbols.length > SHOWN_MAX ? `${shown} +${symbols.length - SHOWN_MAX}` : shown
  const replaced = replacedBy(payload)
  const all: ProposalLine[] =
    symbols.length > SHOWN_MAX ? [lineOf('products', { before: null, after: symbols.join(', ') })] : []
  const lines = (Object.keys(WORDS) as (keyof RuleContent)[]).flatMap((name): ProposalLine[] => {
    const after = worded(rule, name)
    const before = beforeOf(replaced, name, after)
    return before === after ? [] : [lineOf(name, { before, after })]
  })
  return { subject: { kind: 'rule', id: `${rule.durationSeconds} s`, label }, lines: [...all, ...lines] }
}

const lineOf = (label: string, values: { before: string | null; after: string }): ProposalLine => ({
  ...{ label, as: 'text' },
  ...values,
})

/**
 * What a value is now: where it is the same in all products that value, else each that is different from what is to be, with
 * the products that have it. Null: none has any.
 */
function beforeOf(replaced: readonly ReplacedRule[], name: keyof RuleContent, after: string): string | null {
  const having = new Map<string | null, string[]>()
  for (const { symbol, rule } of replaced) {
    const was = rule === null ? null : worded(rule, name)
    having.set(was, [...(having.get(was) ?? []), symbol])
  }
  const [first = null] = having.keys()
  if (having.size < 2) return first
  return [...having]
    .filter(([was]) => was !== after)
    .map(([was, symbols]) => `${symbols.join(', ')}: ${was ?? '–'}`)
    .join('; ')
}

const decimals = (value: number, scale: number): string =>
  formatDecimal(BigInt(value), { scale, minDecimals: 0, maxDecimals: scale })
const WORDS: Readonly<Record<keyof RuleContent, 'share' | 'seconds' | 'ms' | 'amount'>> = {
  ...{ durationSeconds: 'seconds', payoutBps: 'share', stakeMin: 'amount', stakeMax: 'amount' },
  ...{ windowMs: 'ms', openingDelayMs: 'ms', openTimeoutMs: 'ms', staleMs: 'ms', maxGapMs: 'ms' },
}

/** As the wire spells it; proposals of earlier versions kept it as it was sent. */
function amountOf(text: string): string {
  const parsed = parseMicros(text)
  return parsed.ok ? formatMicros(parsed.value) : text
}

/** In signs that all our languages read alike. */
function worded(rule: RuleContent, name: keyof RuleContent): string {
  const value = rule[name]
  if (typeof value === 'string') return `${amountOf(value)} USDT`
  if (WORDS[name] === 'share') return `${decimals(value, 2)}%`
  return `${WORDS[name] === 'ms' ? decimals(value, 3) : value} s`
}
