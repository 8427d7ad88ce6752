import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, TimeMs, Version } from './scalars.ts'
import { SHOWN_LINE, SHOWN_TEXT } from './text-rules.ts'

// What the operator tells all users: written and published in the back office, read as a notice of the kind `announcement`.

/** Titles stand on one line; texts may have paragraphs, apart by an empty line. Neither holds markup. */
export const ANNOUNCEMENT_TITLE_MAX = 120
export const ANNOUNCEMENT_TEXT_MAX = 2_000

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const params = Type.Object({ id: Id })

const Language = Type.Union([
  Type.Literal('en-US'),
  Type.Literal('es-ES'),
  Type.Literal('pt-PT'),
  Type.Literal('ar-AR'),
  Type.Literal('de-DE'),
  Type.Literal('ru-RU'),
  Type.Literal('fr-FR'),
  Type.Literal('hi-IN'),
])

const Wording = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: ANNOUNCEMENT_TITLE_MAX, pattern: SHOWN_LINE }),
    text: Type.String({ minLength: 1, maxLength: ANNOUNCEMENT_TEXT_MAX, pattern: SHOWN_TEXT }),
  },
  { additionalProperties: false },
)
export type Wording = Type.Static<typeof Wording>

const wording = Type.Optional(Wording)
/** What is not worded in a language is shown in the one of `fallback`. */
const Texts = Type.Object(
  {
    ...{ 'en-US': wording, 'es-ES': wording, 'pt-PT': wording, 'ar-AR': wording },
    ...{ 'de-DE': wording, 'ru-RU': wording, 'fr-FR': wording, 'hi-IN': wording },
  },
  { additionalProperties: false },
)
export type AnnouncementTexts = Type.Static<typeof Texts>

/** Also as a mail, to who has switched these on; null: none. */
const Mail = Nullable(Type.Union([Type.Literal('newsletter'), Type.Literal('marketing')]))

const content = {
  texts: Texts,
  fallback: Language,
  /** Who signs in, or is there, within these is told; both by the service clock, `toMs` not inside. */
  fromMs: TimeMs,
  toMs: TimeMs,
  mail: Mail,
}

const State = Type.Union([Type.Literal('draft'), Type.Literal('published'), Type.Literal('withdrawn')])
export type AnnouncementState = Type.Static<typeof State>

export const Announcement = Type.Object({
  id: Id,
  state: State,
  version: Type.Integer(),
  ...content,
  /** Administrator who wrote it. */
  author: Type.String(),
  createdMs: TimeMs,
  publishedMs: Nullable(TimeMs),
  withdrawnMs: Nullable(TimeMs),
  /** Mails that were posted so far. */
  mailed: Type.Integer(),
})
export type Announcement = Type.Static<typeof Announcement>

const One = Type.Object({ announcement: Announcement })

/** Newest first. */
export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/api/admin/announcements',
  audience: 'admin',
  permission: 'announcements:read',
  query: Type.Object({
    state: Type.Optional(State),
    cursor: Type.Optional(Id),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  }),
  data: Type.Object({
    announcements: Type.Array(Announcement),
    nextCursor: Nullable(Id),
    /** Whether this site sends mails. */
    sendsMails: Type.Boolean(),
  }),
})

/** `told`: users it was shown to so far. Refusals: REVIEW_NOT_FOUND. */
export const getAnnouncement = endpoint({
  method: 'GET',
  path: '/api/admin/announcements/:id',
  audience: 'admin',
  permission: 'announcements:read',
  params,
  data: Type.Object({ announcement: Announcement, told: Type.Integer() }),
})

/**
 * A draft; nobody is told yet. The same `requestId` makes no second one. Refusals: ANNOUNCEMENT_INCOMPLETE,
 * ANNOUNCEMENT_PERIOD_INVALID also when it would be over, IDEMPOTENCY_MISMATCH when the same request said something else.
 */
export const createAnnouncement = endpoint({
  method: 'POST',
  path: '/api/admin/announcements',
  audience: 'admin',
  permission: 'announcements',
  body: Type.Object(
    { requestId: Type.String({ minLength: 8, maxLength: 64 }), ...content },
    { additionalProperties: false },
  ),
  data: One,
})

/** Of a draft alone. Refusals: REVIEW_NOT_FOUND, REVIEW_CONFLICT, ANNOUNCEMENT_INCOMPLETE, ANNOUNCEMENT_PERIOD_INVALID. */
export const editAnnouncement = endpoint({
  method: 'POST',
  path: '/api/admin/announcements/:id',
  audience: 'admin',
  permission: 'announcements',
  params,
  body: Type.Object({ version: Version, ...content }, { additionalProperties: false }),
  data: One,
})

const Step = Type.Object({ version: Version }, { additionalProperties: false })

/** From then on it is told in its period; it can no longer be changed. Refusals: REVIEW_NOT_FOUND, REVIEW_CONFLICT, ANNOUNCEMENT_PERIOD_INVALID. */
export const publishAnnouncement = endpoint({
  method: 'POST',
  path: '/api/admin/announcements/:id/publish',
  audience: 'admin',
  permission: 'announcements',
  params,
  body: Step,
  data: One,
})

/** Nobody is shown it any more, also of those who were; a draft is dropped. Refusals: REVIEW_NOT_FOUND, REVIEW_CONFLICT. */
export const withdrawAnnouncement = endpoint({
  method: 'POST',
  path: '/api/admin/announcements/:id/withdraw',
  audience: 'admin',
  permission: 'announcements',
  params,
  body: Step,
  data: One,
})
