import { holdsSealedIdentity } from './accounts/identity.store.ts'
import { holdsSealedSecret } from './accounts/two-factor.store.ts'
import { holdsSealedFactor } from './admin/admin-factor.store.ts'
import { holdsSealedReceipt } from './funds/deposit-receipts.store.ts'
import { holdsSealedAccount } from './funds/sealed-accounts.store.ts'
import { holdsSealedMail } from './platform/mail-queue.store.ts'
import type { HoldsSealed } from './platform/secret-keys.ts'

/** Everything in the database that is sealed with the keys of `SECRET_KEYS_FILE`. */
export const SECRET_HOLDERS: readonly HoldsSealed[] = [
  holdsSealedMail,
  holdsSealedSecret,
  holdsSealedIdentity,
  holdsSealedAccount,
  holdsSealedReceipt,
  holdsSealedFactor,
]
