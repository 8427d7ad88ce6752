import * as Type from 'typebox'
import { Proposal, proposing } from './approval-endpoints.ts'
import { endpoint } from './endpoint.ts'
import { Amount, Id, Nothing, TimeMs } from './scalars.ts'
import {
  ACCOUNT_NAME,
  ACCOUNT_NUMBER,
  BANK_NAME,
  METHOD_INSTRUCTIONS,
  METHOD_NAME,
  OPERATOR_NAME,
  SENDER_NAME,
  SERVICE_HOURS,
  SERVICE_LINK,
  SITE_DESCRIPTION,
  SITE_NAME,
  SITE_TEXT,
  WALLET_ADDRESS,
} from './text-rules.ts'

// Of the back office: what the operator sets at run time, part by part, each with its versions. Nothing of it decides an
// outcome; the mode of funds, keys and passwords are the environment's (docs/operations.md) and cannot be set here.

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const strict = { additionalProperties: false } as const
/** One line of text without controls. */
const LINE = { pattern: '^[^\\x00-\\x1f\\x7f]*$' } as const
/** The one that was looked at; 0: the defaults. Who changes an older one is told (CONFIG_CHANGED). */
const version = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })
const Count = Type.Integer({ minimum: 0 })
/** As `uploadSitePicture` answers. */
const Picture = Type.String({ pattern: '^/uploads/site/[A-Za-z0-9_-]{22}\\.webp$', maxLength: 60 })
const Limits = Type.Object({ min: Amount, max: Amount }, strict)

export const BasicConfig = Type.Object(
  {
    siteName: Type.String({
      ...SITE_NAME,
      pattern: '^[^\\x00-\\x1f\\x7f]*[^\\x00-\\x1f\\x7f\\s][^\\x00-\\x1f\\x7f]*$',
    }),
    siteDescription: Type.String({ ...SITE_DESCRIPTION, ...LINE }),
    operatorName: Type.String({ ...OPERATOR_NAME, ...LINE }),
    logo: Nullable(Picture),
    inviteCodeRequired: Type.Boolean(),
    walletLogin: Type.Boolean(),
    emailLogin: Type.Boolean(),
    customerService: Type.Object(
      {
        enabled: Type.Boolean(),
        /** https, mailto or tel. */
        serviceLink: Type.String({ ...SERVICE_LINK, ...LINE }),
        hours: Type.String({ ...SERVICE_HOURS, ...LINE }),
      },
      strict,
    ),
  },
  strict,
)
export type BasicConfig = Type.Static<typeof BasicConfig>

export const FundsConfig = Type.Object(
  {
    deposit: Limits,
    withdrawal: Limits,
    transfer: Limits,
    walletFee: Amount,
    bankFeeBps: Type.Integer({ minimum: 0, maximum: 10_000 }),
    bankFeeMin: Amount,
    /** A withdrawal above it is approved by one administrator and paid by another, a deposit credited by two. Raising it takes two (SECOND_ADMIN_REQUIRED). */
    secondAdminAbove: Amount,
    identityRequired: Type.Boolean(),
  },
  strict,
)
export type FundsConfig = Type.Static<typeof FundsConfig>

const methodFields = {
  kind: Type.Union([Type.Literal('bank'), Type.Literal('wallet')]),
  name: Nullable(Type.String({ ...METHOD_NAME, ...LINE })),
  network: Nullable(Type.Union([Type.Literal('eth'), Type.Literal('tron')])),
  address: Nullable(Type.String({ ...WALLET_ADDRESS, ...LINE })),
  accountName: Nullable(Type.String({ ...ACCOUNT_NAME, ...LINE })),
  accountNumber: Nullable(Type.String({ ...ACCOUNT_NUMBER, ...LINE })),
  bankName: Nullable(Type.String({ ...BANK_NAME, ...LINE })),
  instructions: Type.String({ ...METHOD_INSTRUCTIONS }),
  /** A code to scan, as a picture. */
  picture: Nullable(Picture),
  enabled: Type.Boolean(),
}
const METHODS_MAX = 30

/** `isTest`: nobody's, never offered with real money. */
export const ConfiguredMethod = Type.Object({ id: Id, ...methodFields, isTest: Type.Boolean() })
export type ConfiguredMethod = Type.Static<typeof ConfiguredMethod>
/** Without an id: a new one. */
const AskedMethod = Type.Object({ id: Type.Optional(Id), ...methodFields }, strict)
export type AskedMethod = Type.Static<typeof AskedMethod>

export const TradingConfig = Type.Object(
  {
    demoEnabled: Type.Boolean(),
    realEnabled: Type.Boolean(),
    /** Per product, side and minute of expiry. Raising it takes two administrators (SECOND_ADMIN_REQUIRED). */
    exposureLimit: Amount,
    /** Share of it, in basis points, from which the back office warns. */
    exposureWarningBps: Type.Integer({ minimum: 1, maximum: 10_000 }),
    /** With real money: orders only of users whose identity was checked. */
    identityRequired: Type.Boolean(),
  },
  strict,
)
export type TradingConfig = Type.Static<typeof TradingConfig>

export const MailConfig = Type.Object(
  {
    /** Beside the address mails come from; empty: as the environment has it. */
    senderName: Type.String({ ...SENDER_NAME, pattern: '^[^\\x00-\\x1f\\x7f"<>]*$' }),
    /** Where answers go; empty: to the sender. */
    replyTo: Type.String({ maxLength: 254, ...LINE }),
  },
  strict,
)
export type MailConfig = Type.Static<typeof MailConfig>

export const SiteTextPage = Type.Union([
  Type.Literal('about'),
  Type.Literal('terms'),
  Type.Literal('privacy'),
  Type.Literal('risk'),
])
export type SiteTextPage = Type.Static<typeof SiteTextPage>
export const SiteTextLocale = Type.String({ pattern: '^[a-z]{2}-[A-Z]{2}$', maxLength: 5 })

export const CONFIG_SECTIONS = ['basic', 'funds', 'methods', 'trading', 'mail'] as const
export type ConfigSection = (typeof CONFIG_SECTIONS)[number]
const Version = Type.Object({
  version: Count,
  /** Null: never changed. */
  changedMs: Nullable(TimeMs),
  changedBy: Nullable(Type.String()),
})
export type ConfigVersion = Type.Static<typeof Version>

export const SystemConfig = Type.Object({
  basic: BasicConfig,
  funds: FundsConfig,
  methods: Type.Array(ConfiguredMethod),
  trading: TradingConfig,
  mail: MailConfig,
  /** Those in the operator's own words; all others are the product's. */
  texts: Type.Array(
    Type.Object({
      page: SiteTextPage,
      locale: Type.String(),
      version: Count,
      length: Count,
      changedMs: TimeMs,
    }),
  ),
  versions: Type.Object({
    basic: Version,
    funds: Version,
    methods: Version,
    trading: Version,
    mail: Version,
  }),
  /** Whether another administrator is there to confirm what takes two. */
  hasSecondAdmin: Type.Boolean(),
  /** When one of the two is new or was changed by another one: from when on it can be proposed. */
  secondAdminFromMs: Nullable(TimeMs),
  /** What the environment of the processes decides; shown, and never a secret. */
  environment: Type.Object({
    fundsMode: Type.Union([Type.Literal('test'), Type.Literal('live')]),
    licenceName: Nullable(Type.String()),
    allowedCountries: Type.Array(Type.String()),
    source: Type.Union([Type.Literal('simulated'), Type.Literal('replay'), Type.Literal('exchange')]),
    mail: Type.Object({
      kind: Type.Union([Type.Literal('none'), Type.Literal('inbox'), Type.Literal('smtp')]),
      /** Host and port. */
      server: Nullable(Type.String()),
      /** Whether somebody signs in there, and by a password. */
      hasUser: Type.Boolean(),
      hasPassword: Type.Boolean(),
      from: Nullable(Type.String()),
    }),
  }),
})
export type SystemConfig = Type.Static<typeof SystemConfig>

export const getSystemConfig = endpoint({
  method: 'GET',
  path: '/api/admin/system/config',
  audience: 'admin',
  permission: 'system:read',
  data: SystemConfig,
})

/** The version that holds after a change: the one that was looked at where nothing is different. */
const Holding = Type.Object({ version: Count })

/** Refusals of all changes: CONFIG_CHANGED; INVALID_PARAMETERS with the fields. */
export const changeBasicConfig = endpoint({
  method: 'POST',
  path: '/api/admin/system/config/basic',
  audience: 'admin',
  permission: 'system',
  body: Type.Object({ version, basic: BasicConfig }, strict),
  data: Holding,
})

export const changeFundsConfig = endpoint({
  method: 'POST',
  path: '/api/admin/system/config/funds',
  audience: 'admin',
  permission: 'system',
  body: Type.Object({ version, funds: FundsConfig }, strict),
  data: Holding,
})

/** `from`: as it was when he looked at it. */
const raised = { from: Amount, to: Amount }

/** What raising the amount from which two administrators are needed to `to` would do. Refusals: INVALID_PARAMETERS. */
export const previewSecondAdmin = endpoint({
  method: 'GET',
  path: '/api/admin/system/config/second-admin/preview',
  audience: 'admin',
  permission: 'system:read',
  query: Type.Object({ to: Amount }),
  /** `waiting`: undecided deposits and withdrawals between the two amounts, for which one administrator alone would then do. */
  data: Type.Object({ ...raised, waiting: Count }),
})

/**
 * Raises it once another administrator has confirmed. Refusals: SECOND_ADMIN_REQUIRED when there is none, CONFIG_CHANGED,
 * INVALID_PARAMETERS.
 */
export const proposeSecondAdmin = endpoint({
  method: 'POST',
  path: '/api/admin/system/config/second-admin',
  audience: 'admin',
  permission: 'system',
  body: Type.Object({ ...proposing, ...raised }, strict),
  data: Type.Object({ proposal: Proposal }),
})

/** All of them in their order; one that is left out is offered no more. Another account or address is another method. */
export const changeMethodsConfig = endpoint({
  method: 'POST',
  path: '/api/admin/system/config/methods',
  audience: 'admin',
  permission: 'system',
  body: Type.Object({ version, methods: Type.Array(AskedMethod, { maxItems: METHODS_MAX }) }, strict),
  data: Holding,
})

export const changeTradingConfig = endpoint({
  method: 'POST',
  path: '/api/admin/system/config/trading',
  audience: 'admin',
  permission: 'system',
  body: Type.Object({ version, trading: TradingConfig }, strict),
  data: Holding,
})

/** Raises the exposure limit once another administrator has confirmed. Refusals: as of `proposeSecondAdmin`. */
export const proposeExposureLimit = endpoint({
  method: 'POST',
  path: '/api/admin/system/config/exposure-limit',
  audience: 'admin',
  permission: 'system',
  body: Type.Object({ ...proposing, ...raised }, strict),
  data: Type.Object({ proposal: Proposal }),
})

export const changeMailConfig = endpoint({
  method: 'POST',
  path: '/api/admin/system/config/mail',
  audience: 'admin',
  permission: 'system',
  body: Type.Object({ version, mail: MailConfig }, strict),
  data: Holding,
})

const ConfiguredText = Type.Object({ text: Nullable(Type.String()), version: Count })
export type ConfiguredText = Type.Static<typeof ConfiguredText>

/** A text with the version it is of: who changes it names that one. `text` null: the product's own words hold. */
export const getConfiguredText = endpoint({
  method: 'GET',
  path: '/api/admin/system/config/texts',
  audience: 'admin',
  permission: 'system:read',
  query: Type.Object({ page: SiteTextPage, locale: SiteTextLocale }),
  data: ConfiguredText,
})

/**
 * `text` null: the product's own words again. Markdown of a few forms; HTML is text like any other. The answer has the words as
 * they are stored.
 */
export const changeSiteText = endpoint({
  method: 'POST',
  path: '/api/admin/system/config/texts',
  audience: 'admin',
  permission: 'system',
  body: Type.Object(
    { version, page: SiteTextPage, locale: SiteTextLocale, text: Nullable(Type.String({ ...SITE_TEXT })) },
    strict,
  ),
  data: ConfiguredText,
})

/** A form with one picture (JPEG, PNG, WebP), made anew from its pixels. Shown once something names it. */
export const uploadSitePicture = endpoint({
  method: 'POST',
  path: '/api/admin/system/pictures',
  audience: 'admin',
  permission: 'system',
  body: Type.Object({}, strict),
  data: Type.Object({ address: Picture }),
})

/** Anybody's. */
export const getSitePicture = endpoint({
  method: 'GET',
  path: '/uploads/site/:name',
  audience: 'public',
  data: Nothing,
})

const Change = Type.Object({
  id: Id,
  /** `basic`, `funds`, …, or `text/terms/de-DE`. */
  section: Type.String(),
  version: Count,
  atMs: TimeMs,
  by: Type.String(),
  /** Fields that changed, by their dotted names; null: there was, or is, none. */
  fields: Type.Array(
    Type.Object({ field: Type.String(), before: Nullable(Type.String()), after: Nullable(Type.String()) }),
  ),
})
export type ConfigChange = Type.Static<typeof Change>

/** Newest first. `section`: one of them, `text` for all texts; all without. */
export const listConfigChanges = endpoint({
  method: 'GET',
  path: '/api/admin/system/config/history',
  audience: 'admin',
  permission: 'system:read',
  query: Type.Object({
    section: Type.Optional(
      Type.String({ pattern: '^(basic|funds|methods|trading|mail|text)$', maxLength: 10 }),
    ),
    cursor: Type.Optional(Id),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  }),
  data: Type.Object({ changes: Type.Array(Change), nextCursor: Nullable(Id) }),
})

/** The operator's words for a page in a language; null: he has none, the product's own hold. */
export const getSiteText = endpoint({
  method: 'GET',
  path: '/api/site/text',
  audience: 'public',
  query: Type.Object({ page: SiteTextPage, locale: SiteTextLocale }),
  data: Type.Object({ text: Nullable(Type.String()) }),
})
