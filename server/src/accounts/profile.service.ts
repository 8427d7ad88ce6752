import { isLocale } from '@truestrike/protocol/messages/locales.ts'
import type { Profile } from '@truestrike/protocol/profile-endpoints.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import type { Download } from '../platform/http-download.ts'
import type { Pictures } from '../platform/picture.ts'
import type { RandomBytes } from '../platform/secret-token.ts'
import { turnOwner } from '../platform/shared-turns.ts'
import { deleteAvatar, getAvatarBytes, putAvatar } from './avatars.store.ts'
import { wrongField } from './password-check.ts'
import { getProfileOf, setAvatar, setProfile } from './profile.store.ts'
import { cleanLine, cleanLines, cleanPhone } from './profile-texts.ts'
import { isReservedName } from './reserved-names.ts'
import type { SiteSettingsService } from './site-settings.service.ts'
import { lockUser, setLocale } from './users.store.ts'

/** Twice the largest on a screen, for screens of fine grain. */
const AVATAR_PX = 256
const NAME_BYTES = 16
const FOLDER = '/uploads/avatars/'
const FILE_NAME = /^([A-Za-z0-9_-]{22})\.webp$/

interface Parts {
  db: Db
  clock: Clock
  random: RandomBytes
  pictures: Pictures
  settings: Pick<SiteSettingsService, 'get'>
}

export type ProfileService = ReturnType<typeof createProfileService>

/** What a user tells of himself, and his picture. */
export function createProfileService({ db, clock, random, pictures, settings }: Parts) {
  async function get(userId: bigint): Promise<Profile> {
    const row = await getProfileOf(db, userId)
    if (row === null) throw new AppError('UNAUTHORIZED')
    const { joinedMs, lastLoginMs, isFrozen: _, ...rest } = row
    return {
      ...rest,
      joinedMs: Number(joinedMs),
      lastLoginMs: lastLoginMs === null ? null : Number(lastLoginMs),
    }
  }

  return {
    get,

    /** Errors: INVALID_PARAMETERS naming the field, NICKNAME_RESERVED. */
    async update(userId: bigint, form: { nickname: string; bio: string; phone: string }): Promise<Profile> {
      const phone = cleanPhone(form.phone)
      if (phone === null) {
        throw new AppError('INVALID_PARAMETERS', { fields: [{ field: 'phone', rule: 'phone' }] })
      }
      const nickname = cleanLine(form.nickname)
      if (isReservedName(nickname, (await settings.get()).siteName))
        throw new AppError('NICKNAME_RESERVED', { field: 'nickname' })
      await setProfile(db, userId, { nickname, bio: cleanLines(form.bio), phone })
      return await get(userId)
    },

    /** Errors: INVALID_PARAMETERS for a language the product does not speak. */
    async setLocale(userId: bigint, locale: string): Promise<void> {
      if (!isLocale(locale)) throw wrongField('locale', 'enum')
      await setLocale(db, userId, locale)
    },

    /** The address of the new picture; the one before is gone. Errors: FILE_MISSING, those of `Pictures`. */
    async putAvatar(userId: bigint, [file]: readonly Uint8Array[], ip: string): Promise<string> {
      if (file === undefined || file.length === 0) throw new AppError('FILE_MISSING')
      const webp = await pictures.square(turnOwner(ip, `user#${userId}`), file, AVATAR_PX)
      const name = Buffer.from(random(NAME_BYTES)).toString('base64url')
      const address = `${FOLDER}${name}.webp`
      await db.tx(async (sql) => {
        await lockUser(sql, userId)
        await putAvatar(sql, userId, { name, webp, atMs: clock.nowMs() })
        await setAvatar(sql, userId, address)
      })
      return address
    },

    async removeAvatar(userId: bigint): Promise<void> {
      await db.tx(async (sql) => {
        await lockUser(sql, userId)
        await deleteAvatar(sql, userId)
        await setAvatar(sql, userId, null)
      })
    },

    /** Errors: NOT_FOUND. */
    async openAvatar(fileName: string): Promise<Download> {
      const name = FILE_NAME.exec(fileName)?.[1]
      const held = name === undefined ? null : await getAvatarBytes(db, name)
      if (name === undefined || held === null) throw new AppError('NOT_FOUND')
      return { fileName: 'avatar.webp', contentType: 'image/webp', held, tag: name }
    },
  }
}
