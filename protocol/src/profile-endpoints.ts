import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Nothing, TimeMs } from './scalars.ts'
import { BIO, NICKNAME, PHONE, REAL_NAME } from './text-rules.ts'

export const IdentityStatus = Type.Union([
  Type.Literal('none'),
  Type.Literal('pending'),
  Type.Literal('verified'),
  Type.Literal('refused'),
  /** It was confirmed, and is not any more. */
  Type.Literal('revoked'),
])
export type IdentityStatus = Type.Static<typeof IdentityStatus>

/** What a user tells of himself, and what the site knows of his account. */
const Profile = Type.Object({
  uid: Type.String(),
  username: Type.String(),
  /** Empty: none was chosen. */
  nickname: Type.String(),
  bio: Type.String(),
  phone: Type.String(),
  /** Null: none is known, as of wallets. */
  email: Type.Union([Type.String(), Type.Null()]),
  /** Address of the picture; null: the generated one. */
  avatar: Type.Union([Type.String(), Type.Null()]),
  joinedMs: TimeMs,
  lastLoginMs: Type.Union([TimeMs, Type.Null()]),
  identity: IdentityStatus,
})
export type Profile = Type.Static<typeof Profile>

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/account/profile',
  audience: 'user',
  data: Profile,
})

/** Signs that say nothing are dropped, a phone number keeps its digits. Refusals: INVALID_PARAMETERS, NICKNAME_RESERVED. */
export const updateProfile = endpoint({
  method: 'POST',
  path: '/api/account/profile',
  audience: 'user',
  body: Type.Object(
    {
      nickname: Type.String({ ...NICKNAME }),
      bio: Type.String({ ...BIO }),
      phone: Type.String({ ...PHONE }),
    },
    { additionalProperties: false },
  ),
  data: Profile,
})

const Avatar = Type.Object({ avatar: Type.Union([Type.String(), Type.Null()]) })

/**
 * `multipart/form-data` with one part `file`: JPEG, PNG or WebP, at most 5 MB. The picture before it is gone.
 * Refusals: FILE_MISSING, FILE_TOO_LARGE, FILE_TYPE_REFUSED, PICTURE_TOO_LARGE, PICTURE_UNREADABLE, FILE_NOT_CHECKED.
 */
export const uploadAvatar = endpoint({
  method: 'POST',
  path: '/api/account/avatar',
  audience: 'user',
  body: Type.Object({}, { additionalProperties: false }),
  data: Avatar,
})

export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/api/account/avatar',
  audience: 'user',
  data: Avatar,
})

/** WebP, for everybody, at an address that is never used for another picture. */
export const getAvatar = endpoint({
  method: 'GET',
  path: '/uploads/avatars/:name',
  audience: 'public',
  data: Nothing,
})

const IdentityPaper = Type.Union([
  Type.Literal('passport'),
  Type.Literal('identity-card'),
  Type.Literal('driving-licence'),
])
export type IdentityPaper = Type.Static<typeof IdentityPaper>

const Identity = Type.Object({
  status: IdentityStatus,
  /** The newest check; null: none was ever asked for. */
  check: Type.Union([
    Type.Null(),
    Type.Object({
      realName: Type.String(),
      document: IdentityPaper,
      submittedMs: TimeMs,
      decidedMs: Type.Union([TimeMs, Type.Null()]),
      /** Why it was refused or revoked, in the reviewer's words. */
      reason: Type.Union([Type.String(), Type.Null()]),
    }),
  ]),
})
export type Identity = Type.Static<typeof Identity>

export const getIdentity = endpoint({
  method: 'GET',
  path: '/api/account/identity',
  audience: 'user',
  data: Identity,
})

/**
 * `multipart/form-data` with one part `file` for each side of the document, its front first: a passport has one, the
 * others two; pictures as for `uploadAvatar`, or PDFs. Refusals: as there, PAPER_TYPE_REFUSED, PDF_UNREADABLE, PDF_ENCRYPTED, PDF_ACTIVE, IDENTITY_PENDING, IDENTITY_VERIFIED.
 */
export const submitIdentity = endpoint({
  method: 'POST',
  path: '/api/account/identity',
  audience: 'user',
  body: Type.Object(
    { realName: Type.String({ ...REAL_NAME }), document: IdentityPaper },
    { additionalProperties: false },
  ),
  data: Identity,
})

/** Where a file is got, and until when; for this session alone. */
export const FileAddress = Type.Object({ address: Type.String(), untilMs: TimeMs })

/** One's own paper of the newest check: `front` or `back`. */
export const getIdentityDocument = endpoint({
  method: 'GET',
  path: '/api/account/identity/documents/:side',
  audience: 'user',
  data: FileAddress,
})

/** A file that is not for everybody, by an address as calls give it out. It counts with the session's cookie, not a token. */
export const getPrivateFile = endpoint({
  method: 'GET',
  path: '/uploads/private',
  audience: 'public',
  query: Type.Object({ seal: Type.String({ maxLength: 400 }) }),
  data: Nothing,
})
