import type { Db } from '../platform/db.ts'
import { type SecretBox, sealedBy } from '../platform/secret-box.ts'
import { untilNone } from '../platform/until-none.ts'
import { documentContext, nameContext } from './identity.service.ts'
import {
  listDocumentsSealedOtherwise,
  listNamesSealedOtherwise,
  replaceSealedDocument,
  replaceSealedName,
} from './identity.store.ts'
import { totpContext } from './second-factor.ts'
import { listSecretsSealedOtherwise, replaceSealedSecret } from './two-factor.store.ts'

/** Rows a transaction: what is cut off has done the whole ones. */
const AT_ONCE = 500
/** Pictures have megabytes. */
const PICTURES_AT_ONCE = 4

/**
 * Seals all that is kept sealed of accounts with the newest key; answers how many were not yet. After it no older key is
 * needed for any. Safe beside processes that take codes: one taken at that very moment is refused, and right again.
 */
export async function resealSecrets({ db, secrets }: { db: Db; secrets: SecretBox }): Promise<number> {
  const beginning = sealedBy(secrets.keyId)
  const anew = (sealed: string, context: string): string =>
    secrets.seal(secrets.open(sealed, context), context)

  const ofApps = await untilNone(db, async (sql) => {
    const rows = await listSecretsSealedOtherwise(sql, beginning, AT_ONCE)
    for (const { userId, secret } of rows) {
      await replaceSealedSecret(sql, userId, { from: secret, to: anew(secret, totpContext(userId)) })
    }
    return rows.length
  })
  const names = await untilNone(db, async (sql) => {
    const rows = await listNamesSealedOtherwise(sql, beginning, AT_ONCE)
    for (const { id, userId, realName } of rows) {
      await replaceSealedName(sql, id, anew(realName, nameContext(userId)))
    }
    return rows.length
  })
  const pictures = await untilNone(db, async (sql) => {
    const rows = await listDocumentsSealedOtherwise(sql, beginning, PICTURES_AT_ONCE)
    for (const { checkId, side, sealed } of rows) {
      const context = documentContext(checkId, side)
      await replaceSealedDocument(
        sql,
        checkId,
        side,
        secrets.sealBytes(secrets.openBytes(sealed, context), context),
      )
    }
    return rows.length
  })
  return ofApps + names + pictures
}
