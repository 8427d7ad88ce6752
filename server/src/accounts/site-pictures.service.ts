import { AppError, faultyField } from '../platform/app-error.ts'
import { writeAudit } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Sql } from '../platform/db.ts'
import type { Download } from '../platform/http-download.ts'
import type { Pictures } from '../platform/picture.ts'
import type { RandomBytes } from '../platform/secret-token.ts'
import { turnOwner } from '../platform/shared-turns.ts'
import type { AdminActor } from './config-record.ts'
import {
  deleteUnnamedPictures,
  getPicture,
  hasPicture,
  insertPicture,
  pictureAddress,
  pictureName,
} from './site-pictures.store.ts'

/** Large enough for a logo on a fine screen and for a code to scan. */
const SIDE_PX_MAX = 640
const NAME_BYTES = 16
const FILE_NAME = /^([A-Za-z0-9_-]{22})\.webp$/
/** Real people need no longer between choosing a picture and saving what names it. */
const UNNAMED_KEPT_MS = 24 * 3_600_000

interface Parts {
  db: Db
  clock: Clock
  random: RandomBytes
  pictures: Pictures
}

export type SitePicturesService = ReturnType<typeof createSitePicturesService>

/** Pictures of the site: its logo, codes of deposit methods. Anybody may see them. */
export function createSitePicturesService({ db, clock, random, pictures }: Parts) {
  return {
    /** The address of the picture. Errors: FILE_MISSING, those of `Pictures`. */
    async add({ admin, request }: AdminActor, [file]: readonly Uint8Array[]): Promise<string> {
      if (file === undefined || file.length === 0) throw new AppError('FILE_MISSING')
      const owner = turnOwner(request.ip, `admin#${admin.adminId}`)
      const webp = await pictures.clear(owner, file, SIDE_PX_MAX)
      const name = Buffer.from(random(NAME_BYTES)).toString('base64url')
      const address = pictureAddress(name)
      const nowMs = clock.nowMs()
      await db.tx(async (sql) => {
        await deleteUnnamedPictures(sql, nowMs - UNNAMED_KEPT_MS)
        await insertPicture(sql, { name, webp, nowMs })
        await writeAudit(sql, {
          ...{ atMs: nowMs, actorKind: 'admin', actorId: admin.adminId, ip: request.ip },
          ...{ action: 'picture.add', subject: 'config:pictures', after: { address } },
        })
      })
      return address
    },

    /** Name of the picture at an address. Errors: INVALID_PARAMETERS when there is none. */
    async nameOf(sql: Sql, address: string | null, field: string): Promise<string | null> {
      if (address === null) return null
      if (!(await hasPicture(sql, address))) throw faultyField(field, 'picture')
      return pictureName(address)
    },

    addressOf: (name: string | null): string | null => (name === null ? null : pictureAddress(name)),

    /** Errors: NOT_FOUND. */
    async open(fileName: string): Promise<Download> {
      const name = FILE_NAME.exec(fileName)?.[1]
      const held = name === undefined ? null : await getPicture(db, name)
      if (name === undefined || held === null) throw new AppError('NOT_FOUND')
      return { fileName: 'picture.webp', contentType: 'image/webp', held, tag: name }
    },
  }
}
