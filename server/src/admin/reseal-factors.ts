import type { Db } from '../platform/db.ts'
import { type SecretBox, sealedBy } from '../platform/secret-box.ts'
import { untilNone } from '../platform/until-none.ts'
import { listFactorsSealedOtherwise, replaceSealedFactor } from './admin-factor.store.ts'
import { adminTotpContext } from './admin-factor.ts'

/** Rows a transaction. */
const AT_ONCE = 500

/** Seals the secrets of administrators' authenticator apps with the newest key; answers how many were not yet. */
export async function resealFactors({ db, secrets }: { db: Db; secrets: SecretBox }): Promise<number> {
  return await untilNone(db, async (sql) => {
    const rows = await listFactorsSealedOtherwise(sql, sealedBy(secrets.keyId), AT_ONCE)
    for (const { adminId, secret } of rows) {
      const context = adminTotpContext(adminId)
      const to = secrets.seal(secrets.open(secret, context), context)
      await replaceSealedFactor(sql, adminId, { from: secret, to })
    }
    return rows.length
  })
}
