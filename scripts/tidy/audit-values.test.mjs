import { expect, test } from 'vitest'
import { FUNDS_STATES } from '../../core/src/funds/funds-states.ts'
import { Announcement } from '../../protocol/src/announcement-endpoints.ts'
import { PROPOSAL_KINDS, Proposal } from '../../protocol/src/approval-endpoints.ts'
import { exportAuditLog } from '../../protocol/src/audit-endpoints.ts'
import * as config from '../../protocol/src/config-endpoints.ts'
import { exportAllContracts } from '../../protocol/src/contract-list-endpoints.ts'
import { exportTeams, exportUsers, ListedUser } from '../../protocol/src/people-endpoints.ts'
import { AREAS, ROLE_NAMES } from '../../protocol/src/permissions.ts'
import { ConfiguredProduct } from '../../protocol/src/product-endpoints.ts'
import { exportRechargeOrders, exportWithdrawOrders } from '../../protocol/src/review-endpoints.ts'
import { RuleContent } from '../../protocol/src/rule-endpoints.ts'
import { Book } from '../../protocol/src/scalars.ts'
import { ProductVoid } from '../../protocol/src/void-endpoints.ts'
import { WalletChain } from '../../protocol/src/wallet-endpoints.ts'
import {
  CONFIG_NAMES,
  NAMES,
  NAMES_OF,
  VALUE_TEXTS,
  VALUES,
  VALUES_OF,
} from '../../web/src/admin/audit-log/value-keys.ts'
import { catalogue, locales } from './catalogues.mjs'
import { projectFiles, read } from './sources.mjs'

/** The values of a schema that is one of a few; none of any other. */
const literalsOf = (schema) =>
  schema.anyOf !== undefined
    ? schema.anyOf.flatMap(literalsOf)
    : schema.const !== undefined
      ? [schema.const]
      : []

/** The names of all that a schema holds, one within the other. */
function namesIn(schema) {
  const own = Object.entries(schema.properties ?? {})
  const inner = [
    ...own.map(([, value]) => value),
    ...(schema.anyOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ]
  return [...own.map(([name]) => name), ...inner.flatMap(namesIn)]
}

const SECTIONS = {
  basic: config.BasicConfig,
  funds: config.FundsConfig,
  trading: config.TradingConfig,
  mail: config.MailConfig,
}
const EXPORTS = [
  exportAuditLog,
  exportAllContracts,
  exportTeams,
  exportUsers,
  exportRechargeOrders,
  exportWithdrawOrders,
].map(({ query }) => query)

/** What a proposal of each kind keeps, which the audit log has from it. */
const RAISED = ['from', 'to']
const PAYLOADS = {
  'adjust-balance': ['userId', 'uid', 'book', 'micros'],
  'reset-two-factor': ['userId', 'uid'],
  'change-rules': ['rule', 'products', 'replaced', 'symbol', 'version', ...namesIn(RuleContent)],
  'raise-second-admin': RAISED,
  'raise-exposure-limit': RAISED,
}

const queries = EXPORTS.flatMap(namesIn)
const settings = ['methods', ...namesIn(config.ConfiguredMethod), 'text', 'version']
const NONE = []
/** What is written as more than its names: the names there are. Whoever writes something new adds it here, or writes it as `{ name: value }`. */
const WRITTEN_OTHERWISE = {
  query: queries,
  '...query': queries,
  '...payload': Object.values(PAYLOADS).flat(),
  '...payload.rule': namesIn(RuleContent),
  'spoken(replacedBy(payload))': namesIn(RuleContent),
  '[field]': ['secondAdminAbove', 'exposureLimit'],
  '...by': ['proposedBy', 'confirmedBy'],
  '...target': ['network', 'address'],
  'rows.map(toWire)': settings,
  '(await listConfiguredMethods(sql, { lock: false })).map(toWire)': settings,
  // Settings of a section: looked at below, by their schemas.
  ...Object.fromEntries(
    ['await readSender(sql)', 'await read(sql)', '...asked', '...rest'].map((said) => [said, NONE]),
  ),
  // In the transaction, and once more under its own name.
  ...Object.fromEntries(
    [
      'step.before',
      'done.before',
      '...done.after',
      '...after',
      '...step.after',
      'act.before',
      '...act.after',
      '...interval',
    ].map((said) => [said, NONE]),
  ),
}

/** Where the audit log is written, and what is handed on to be written there. */
const WRITES =
  /\b(?:writeAudit|auditOwnAct|auditVoid|auditProposal|recordConfig|refusedAudit|actAudit|createActOn)\(|\bcarryOut\(sql|\brecorder\.record\(|\bRecordedStep\b|\bActRecord\b|\brecorded\b/
/** Read, or no value of the audit log. */
const READING =
  /^server\/src\/(?:platform\/audit-|admin\/(?:audit-search|audit-people|changed-fields|system-config)|accounts\/config-(?:record|history|versions))/

/** Places in lists, lines of a proposal, and what was asked for before. */
const NOT_WRITTEN = new RegExp(
  [
    ...['\\bcursor\\b', '^(?:told\\.at|bigint|string|ContractPage|await (?:findProposal|replaceEmail))'],
    ...[
      '^(?:book|formatMicros\\(BigInt\\(micros\\)\\))$',
      '^(?:raised\\.|String\\(|symbols\\.join|worded\\(|beforeOf\\()',
    ],
  ].join('|'),
)

const OPENS = '([{'
const CLOSES = ')]}'

/** The expression that begins here: to a comma, an end of its brackets or of its line. */
function expressionAt(text, from) {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (OPENS.includes(sign)) depth++
    else if (CLOSES.includes(sign)) {
      if (depth === 0) return text.slice(from, at)
      depth--
    } else if (depth === 0 && sign === ',') return text.slice(from, at)
    else if (depth === 0 && sign === '\n' && !/^\s*[?:.&|]/.test(text.slice(at))) return text.slice(from, at)
  }
  return text.slice(from)
}

function partsOf(literal) {
  const parts = []
  for (let at = 1; at < literal.length - 1; ) {
    const lead = /^[\s,]*/.exec(literal.slice(at))?.[0].length ?? 0
    const part = entryAt(literal, at + lead)
    if (part.trim() !== '') parts.push(part.trim())
    at += lead + Math.max(part.length, 1)
  }
  return parts
}

/** As `expressionAt`, over the ends of lines. */
function entryAt(text, from) {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (OPENS.includes(text[at])) depth++
    else if (CLOSES.includes(text[at])) {
      if (depth === 0) return text.slice(from, at)
      depth--
    } else if (depth === 0 && text[at] === ',') return text.slice(from, at)
  }
  return text.slice(from)
}

/** Outermost literals in a text, such as those of a choice. */
function literalsIn(text) {
  const found = []
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '{') continue
    let end = at + 1
    for (let depth = 1; depth > 0 && end < text.length; end++) {
      if (text[end] === '{') depth++
      if (text[end] === '}') depth--
    }
    found.push(text.slice(at, end))
    at = end
  }
  return found
}

/** Names in what is written, and what is written otherwise than by names. */
function namesWritten(expression, source) {
  const text = expression.trim()
  if (text === '' || /^(?:object|null|undefined|Kept \| null)\b/.test(text)) return { names: [], others: [] }
  if (!text.startsWith('{')) return otherwise(text, source)
  const names = []
  const others = []
  for (const part of partsOf(text)) {
    const name = /^(\w+)\s*(?::|$)/.exec(part)?.[1]
    const computed = /^\[\w+\]/.exec(part)?.[0]
    const said =
      name !== undefined
        ? null
        : computed !== undefined
          ? otherwise(computed, source)
          : part.includes('{')
            ? literalsIn(part)
            : otherwise(part, source)
    if (name !== undefined) names.push(name)
    for (const each of Array.isArray(said)
      ? said.map((literal) => namesWritten(literal, source))
      : said
        ? [said]
        : []) {
      names.push(...each.names)
      others.push(...each.others)
    }
  }
  return { names, others }
}

/** A choice of literals, or what a function of the same file answers; else it has to be known here. */
function otherwise(text, source) {
  seen.add(text)
  if (Object.hasOwn(WRITTEN_OTHERWISE, text)) return { names: WRITTEN_OTHERWISE[text], others: [] }
  const called = /^(?:\.\.\.)?(\w+)\(/.exec(text)?.[1]
  const body = called === undefined ? undefined : bodyOf(called, source)
  const literals = literalsIn(body ?? (text.includes('?') ? text : ''))
  if (literals.length === 0) return { names: [], others: [text] }
  const said = literals.map((literal) => namesWritten(literal, source))
  return { names: said.flatMap(({ names }) => names), others: said.flatMap(({ others }) => others) }
}

function bodyOf(name, source) {
  for (const text of [source, ...SHARED]) {
    const arrow = new RegExp(`const ${name} = [^=]*=> \\(`).exec(text)
    if (arrow !== null) return entryAt(text, arrow.index + arrow[0].length)
    const begin = text.indexOf(`function ${name}(`)
    const answer = begin === -1 ? -1 : text.indexOf('return {', begin)
    if (answer !== -1) return entryAt(text, answer + 'return '.length)
  }
  return undefined
}

/** What is written otherwise, as it was met. */
const seen = new Set()

const SHARED = ['server/src/admin/admin-audit.ts'].map(read)

const files = projectFiles().filter(
  (path) => /^server\/src\/.*\.ts$/.test(path) && !path.endsWith('.test.ts') && !READING.test(path),
)
const written = files.flatMap((path) => {
  const source = read(path)
  if (!WRITES.test(source)) return []
  const places = [...source.matchAll(/(?<![.\w])(?:before|after)(?::| =) (?!=)/g)]
  return places.flatMap(({ index, 0: lead }) => {
    const expression = expressionAt(source, index + lead.length).trim()
    return NOT_WRITTEN.test(expression) ? [] : { path, expression, ...namesWritten(expression, source) }
  })
})

/** Names of values that are one of a few, and which. */
const enumerated = {
  state: [
    ...FUNDS_STATES,
    ...[...read('server/src/funds/record-step.ts').matchAll(/state: FundsState((?: \| '\w+')+)/g)].flatMap(
      ([, more]) => [...more.matchAll(/'(\w+)'/g)].map(([, state]) => state),
    ),
    ...literalsOf(Announcement.properties.state),
    // Their end by time is nobody's act.
    ...[Proposal, ProductVoid]
      .flatMap(({ properties }) => literalsOf(properties.state))
      .filter((state) => state !== 'expired'),
    ...['verified', 'revoked'],
  ],
  status: literalsOf(ListedUser.properties.status),
  book: literalsOf(Book),
  kind: [...PROPOSAL_KINDS, ...literalsOf(config.ConfiguredMethod.properties.kind)],
  role: ROLE_NAMES,
  chain: literalsOf(WalletChain),
  network: literalsOf(WalletChain),
  category: literalsOf(ConfiguredProduct.properties.category),
  source: literalsOf(ConfiguredProduct.properties.source),
  mail: literalsOf(Announcement.properties.mail),
}

const english = catalogue('en-US')
const isWorded = (key) => (english.get(key) ?? '').trim() !== ''
const hasName = (name) =>
  isWorded(NAMES[name] ?? '') &&
  Object.values(NAMES_OF).every((names) => names[name] === undefined || isWorded(names[name]))

test('[D14] [B-5] every detail that the server can write to the audit log has a name', () => {
  expect(Object.keys(PAYLOADS).sort()).toEqual([...PROPOSAL_KINDS].sort())
  expect(written.length).toBeGreaterThan(50)
  const others = written.flatMap(({ path, others: each }) => each.map((other) => `${path}: ${other}`))
  expect(others).toEqual([])
  expect(Object.keys(WRITTEN_OTHERWISE).filter((said) => !seen.has(said))).toEqual([])
  const names = new Set([
    ...written.flatMap(({ names: each }) => each),
    ...[...settings, ...namesIn(ConfiguredProduct.properties.calendar), 'title', 'text'],
  ])
  // Fields of sections have names of their own.
  const fields = new Set(Object.values(SECTIONS).flatMap(({ properties }) => Object.keys(properties)))
  expect([...names].filter((name) => !fields.has(name) && !hasName(name))).toEqual([])
})

test('[D14] [B-5] every setting that the audit log names has the name of its field', () => {
  const paths = Object.entries(SECTIONS).flatMap(([section, { properties }]) =>
    Object.entries(properties).flatMap(([name, value]) =>
      value.properties === undefined
        ? [`${section}.${name}`]
        : Object.keys(value.properties).map((inner) => `${section}.${name}.${inner}`),
    ),
  )
  const nameOf = (path) => CONFIG_NAMES[path] ?? `admin-settings:${path}`
  expect(paths.filter((path) => !isWorded(nameOf(path)))).toEqual([])
})

test('[D14] [B-5] every value of a few that the server can write to the audit log has words', () => {
  const found = { ...enumerated }
  for (const { properties } of EXPORTS)
    for (const [name, schema] of Object.entries(properties)) {
      const values = literalsOf(schema).map((value) => value.replace(/^-/, ''))
      if (values.length > 0) found[name] = [...(found[name] ?? []), ...values]
    }
  for (const { expression } of written)
    for (const [, name, value] of expression.matchAll(/\b(\w+): '([a-z-]+)'/g))
      found[name] = [...(found[name] ?? []), value]
  const missing = Object.entries(found).flatMap(([name, values]) =>
    [...new Set(values)]
      .filter((value) => !isWorded(VALUES[name]?.[value] ?? ''))
      .map((value) => `${name}: ${value}`),
  )
  expect(missing).toEqual([])
  expect(AREAS.filter((area) => !isWorded(`admin-access:area.${area}`))).toEqual([])
})

test.each(locales)(
  '[D14] [B-5] [L1] %s has every word of the audit log’s details, among the texts its page loads',
  (locale) => {
    const keys = [
      ...[NAMES, CONFIG_NAMES, ...Object.values(NAMES_OF), ...Object.values(VALUES)],
      ...Object.values(VALUES_OF).flatMap((values) => Object.values(values)),
    ].flatMap((words) => Object.values(words))
    const texts = catalogue(locale)
    expect(keys.filter((key) => (texts.get(key) ?? '').trim() === '')).toEqual([])
    const loaded = ['admin', 'admin-access', ...VALUE_TEXTS]
    expect(keys.filter((key) => !loaded.includes(key.split(':')[0]))).toEqual([])
  },
)
