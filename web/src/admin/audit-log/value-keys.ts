/** Texts of the catalogues (`namespace:key`), by how the audit log spells something. */
type Keys = Readonly<Record<string, string>>

/** What values are called. `scripts/tidy/audit-values.test.mjs` holds this against what the server writes. */
export const NAMES: Keys = {
  // Requests of money.
  ...{ amount: 'admin:orders.column.amount', credited: 'admin:orders.credited', asked: 'admin:orders.asked' },
  ...{ fee: 'admin:orders.fee', method: 'admin:orders.method', remark: 'admin:orders.remark' },
  ...{ payoutRef: 'admin:orders.payoutRef', transactionId: 'admin:orders.column.transaction' },
  ...{ shortfall: 'admin:orders.shortfall', reviewer: 'admin:orders.column.reviewer' },
  ...{ dropped: 'admin-access:audit.names.dropped', ref: 'admin-access:audit.names.ref' },
  ...{ contentType: 'admin-access:audit.names.contentType', hash: 'admin-access:audit.names.hash' },
  // People, their accounts and addresses.
  ...{ userId: 'admin:orders.column.user', username: 'admin:orders.column.user', uid: 'admin:orders.uid' },
  ...{ state: 'admin-people:status.label', status: 'admin-people:status.label' },
  ...{ available: 'admin-people:part.available', twoFactor: 'admin-people:twoFactor' },
  ...{ sessionsEnded: 'admin-access:audit.actions.admin.end-sessions' },
  ...{ endedSessions: 'admin-access:audit.actions.admin.end-sessions' },
  ...{ ended: 'admin-access:audit.actions.admin.end-sessions' },
  ...{ days: 'admin-access:audit.names.days', untilMs: 'admin-announcements:to' },
  ...{ chain: 'admin-access:audit.names.network', network: 'admin-access:audit.names.network' },
  ...{ address: 'admin-settings:methods.address', label: 'admin-access:audit.names.label' },
  ...{ isDefault: 'admin-access:audit.names.isDefault', claimedBy: 'admin-access:audit.names.claimedBy' },
  // Administrators.
  ...{ role: 'admin-access:people.role', permissions: 'admin-access:people.ownList' },
  ...{ disabled: 'admin-access:people.states.disabled' },
  // Acts of two.
  ...{ reason: 'admin-approvals:reason', proposal: 'admin-approvals:column.proposal' },
  ...{ proposedBy: 'admin-approvals:proposedBy', confirmedBy: 'admin-access:audit.names.confirmedBy' },
  ...{ kind: 'admin-approvals:column.act', on: 'admin-approvals:column.about' },
  ...{ micros: 'admin:orders.column.amount', book: 'admin-approvals:line.book' },
  ...{ from: 'admin-access:audit.before', to: 'admin-access:audit.after' },
  // Rules and products.
  ...{ symbol: 'admin-settings:products.symbol', symbols: 'admin-approvals:line.products' },
  ...{ products: 'admin-approvals:line.products', rule: 'admin-access:audit.names.newRule' },
  ...{ replaced: 'admin-access:audit.names.replaced', version: 'admin-settings:products.version' },
  ...{ durationSeconds: 'admin-approvals:line.durationSeconds', payoutBps: 'admin-approvals:line.payoutBps' },
  ...{ stakeMin: 'admin-approvals:line.stakeMin', stakeMax: 'admin-approvals:line.stakeMax' },
  ...{ windowMs: 'admin-approvals:line.windowMs', openingDelayMs: 'admin-approvals:line.openingDelayMs' },
  ...{ openTimeoutMs: 'admin-approvals:line.openTimeoutMs', staleMs: 'admin-approvals:line.staleMs' },
  ...{ maxGapMs: 'admin-approvals:line.maxGapMs', enabled: 'admin-settings:methods.enabled' },
  ...{ name: 'admin-settings:products.name', category: 'admin-settings:products.category' },
  ...{ precision: 'admin-settings:products.precision', source: 'admin-settings:products.source' },
  ...{
    calendar: 'admin-settings:products.hours',
    calendarVersion: 'admin-settings:products.calendarVersion',
  },
  ...{ zone: 'admin-settings:products.zone', sessions: 'admin-settings:products.hours' },
  ...{ fromDay: 'admin-settings:products.opens', fromMinute: 'admin-settings:products.opens' },
  ...{ toDay: 'admin-settings:products.closes', toMinute: 'admin-settings:products.closes' },
  // Voids.
  ...{ fromMs: 'admin-access:audit.from', toMs: 'admin-access:audit.to' },
  ...{ contracts: 'admin-contracts:voids.contracts', contractCount: 'admin-contracts:voids.contracts' },
  ...{ houseEffect: 'admin-contracts:voids.effect', houseEffectMicros: 'admin-contracts:voids.effect' },
  ...{ seq: 'admin-contracts:voids.entry', nothingLost: 'admin-access:audit.names.nothingLost' },
  // Announcements and settings.
  ...{
    texts: 'admin-announcements:text',
    title: 'admin-announcements:title',
    text: 'admin-announcements:text',
  },
  ...{ fallback: 'admin-announcements:fallback', mail: 'admin-announcements:mail.label' },
  ...{ methods: 'admin-settings:section.methods', id: 'admin-announcements:column.number' },
  ...{ accountName: 'admin-settings:methods.accountName', bankName: 'admin-settings:methods.bankName' },
  ...{ accountNumber: 'admin-settings:methods.accountNumber', picture: 'admin-settings:methods.picture' },
  ...{ instructions: 'admin-settings:methods.instructions', isTest: 'admin-access:audit.names.isTest' },
  // Filters of lists that were taken along.
  ...{ who: 'admin-access:audit.who', actorKind: 'admin-access:audit.kind' },
  ...{ action: 'admin-access:audit.action', subject: 'admin-access:audit.subject' },
  ...{ search: 'admin-access:audit.names.search', which: 'admin-access:audit.names.which' },
  ...{ minAmount: 'admin:orders.minAmount', maxAmount: 'admin:orders.maxAmount' },
  ...{ minStake: 'admin:orders.minAmount', maxStake: 'admin:orders.maxAmount' },
  ...{ direction: 'admin-access:audit.names.direction', result: 'admin-access:audit.names.result' },
  ...{ identity: 'admin:orders.identity', team: 'admin-people:team' },
  ...{ order: 'admin-access:audit.names.sort', sort: 'admin-access:audit.names.sort' },
  ...{ addresses: 'admin-access:audit.names.addresses' },
}

/** The same in entries about one kind of thing, by the noun of their action, where a word means something else. */
export const NAMES_OF: Readonly<Record<string, Keys>> = {
  product: { enabled: 'admin-settings:products.enabled', sort: 'admin-settings:products.sort' },
  rule: { enabled: 'admin-settings:rules.offered' },
  transfer: { from: 'admin-access:audit.names.sender', to: 'admin-access:audit.names.recipient' },
  user: { which: 'admin-people:sessions' },
  announcement: { fromMs: 'admin-announcements:from', toMs: 'admin-announcements:to' },
  config: { kind: 'admin-settings:methods.kind' },
  picture: { address: 'admin-settings:methods.picture' },
}

/** Of `config.change`, by section and field: what the forms call it, where it is spelled otherwise there. */
export const CONFIG_NAMES: Keys = {
  'basic.customerService.enabled': 'admin-settings:basic.service',
  'basic.customerService.serviceLink': 'admin-settings:basic.serviceLink',
  'basic.customerService.hours': 'admin-settings:basic.hours',
  'funds.bankFeeBps': 'admin-settings:funds.bankFee',
  'trading.exposureWarningBps': 'admin-settings:trading.warning',
}

const NETWORKS: Keys = {
  ...{ eth: 'admin:orders.methods.eth', tron: 'admin:orders.methods.tron' },
  ...{ bank: 'admin:orders.methods.bank', wallet: 'admin:orders.methods.wallet' },
}

/** Words for values that are one of a few, by the name of the value. */
export const VALUES: Readonly<Record<string, Keys>> = {
  state: {
    ...{ pending: 'admin:orders.states.pending', processing: 'admin:orders.states.processing' },
    ...{ completed: 'admin:orders.states.completed', rejected: 'admin:orders.states.rejected' },
    ...{ failed: 'admin:orders.states.failed', cancelled: 'admin:orders.states.cancelled' },
    ...{ returned: 'admin:orders.returned', corrected: 'admin:orders.corrected' },
    ...{ verified: 'admin:orders.identities.verified', revoked: 'admin:orders.identities.revoked' },
    ...{ proposed: 'admin-approvals:state.proposed', withdrawn: 'admin-approvals:state.withdrawn' },
    ...{ refused: 'admin-approvals:state.refused', done: 'admin-approvals:state.done' },
    ...{
      confirmed: 'admin-contracts:voids.states.confirmed',
      entered: 'admin-contracts:voids.states.entered',
    },
    ...{ draft: 'admin-announcements:state.draft', published: 'admin-announcements:state.published' },
  },
  status: { active: 'admin-people:status.active', frozen: 'admin-people:status.frozen' },
  book: { real: 'admin-approvals:word.real', demo: 'admin-approvals:word.demo' },
  kind: {
    'adjust-balance': 'admin-approvals:kind.adjust-balance',
    'reset-two-factor': 'admin-approvals:kind.reset-two-factor',
    'change-rules': 'admin-approvals:kind.change-rules',
    'raise-second-admin': 'admin-approvals:kind.raise-second-admin',
    'raise-exposure-limit': 'admin-approvals:kind.raise-exposure-limit',
    ...NETWORKS,
  },
  role: {
    ...{ owner: 'admin-access:role.owner', finance: 'admin-access:role.finance' },
    ...{ support: 'admin-access:role.support', risk: 'admin-access:role.risk' },
    ...{ auditor: 'admin-access:role.auditor' },
  },
  ...{ chain: NETWORKS, network: NETWORKS, method: NETWORKS },
  category: {
    ...{ crypto: 'admin-settings:products.categories.crypto' },
    ...{ forex: 'admin-settings:products.categories.forex' },
  },
  source: {
    ...{ simulated: 'admin-settings:products.sources.simulated' },
    ...{ replay: 'admin-settings:products.sources.replay' },
    ...{ exchange: 'admin-settings:products.sources.exchange' },
  },
  mail: {
    ...{ newsletter: 'admin-announcements:mail.newsletter', marketing: 'admin-announcements:mail.marketing' },
  },
  identity: {
    ...{ none: 'admin:orders.identities.none', pending: 'admin:orders.identities.pending' },
    ...{ verified: 'admin:orders.identities.verified', refused: 'admin:orders.identities.refused' },
    ...{ revoked: 'admin:orders.identities.revoked' },
  },
  actorKind: {
    ...{ admin: 'admin-access:audit.kinds.admin', user: 'admin-access:audit.kinds.user' },
    ...{ system: 'admin-access:audit.kinds.system' },
  },
  which: { open: 'admin-approvals:which.open', all: 'admin-approvals:which.all' },
  order: { oldest: 'admin:dashboard.oldestFirst', newest: 'admin-access:audit.values.newest' },
  direction: { up: 'admin:dashboard.up', down: 'admin:dashboard.down' },
  result: {
    ...{ won: 'admin-access:audit.values.won', lost: 'admin-access:audit.values.lost' },
    ...{ equal: 'admin-access:audit.values.equal' },
  },
  /** With a minus before it: the other way round. */
  sort: {
    ...{ time: 'admin-access:audit.time', stake: 'admin:orders.column.amount' },
    ...{ joined: 'admin-people:joined', seen: 'admin-people:lastLogin' },
  },
}

/** As `NAMES_OF`, of values. */
export const VALUES_OF: Readonly<Record<string, Readonly<Record<string, Keys>>>> = {
  void: {
    state: {
      ...{
        proposed: 'admin-contracts:voids.states.proposed',
        withdrawn: 'admin-contracts:voids.states.withdrawn',
      },
      ...{ refused: 'admin-contracts:voids.states.refused', done: 'admin-contracts:voids.states.done' },
    },
  },
}

/** The texts of other pages that name the same values. */
export const VALUE_TEXTS = [
  'admin-people',
  'admin-approvals',
  'admin-settings',
  'admin-contracts',
  'admin-announcements',
] as const
