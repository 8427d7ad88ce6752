// `npm run secrets:reseal`: seals stored secrets with the newest key of SECRET_KEYS_FILE, and says which older ones may go.
import { resealSecrets } from './accounts/reseal-secrets.ts'
import { resealFactors } from './admin/reseal-factors.ts'
import { runOnDatabase } from './command-database.ts'
import { resealAccounts } from './funds/reseal-accounts.ts'
import { createLog } from './platform/log.ts'
import { migrate, readMigrations } from './platform/migrate.ts'
import { listSecretKeys, openSecretBox } from './platform/secret-keys.ts'
import { systemRandom } from './platform/secret-token.ts'
import { SECRET_HOLDERS } from './secret-holders.ts'

await runOnDatabase(async (db, { secretKeysFile: file }) => {
  await migrate(db, readMigrations(), createLog('info'))
  const keys = { db, file, holders: SECRET_HOLDERS }
  const secrets = await openSecretBox({ ...keys, random: systemRandom, nowMs: Date.now() })
  const parts = { db, secrets }
  const count = (await resealSecrets(parts)) + (await resealAccounts(parts)) + (await resealFactors(parts))
  console.log(`Sealed anew with the key ${secrets.keyId}: ${count}. The secrets of ${file}:`)
  for (const [index, { id, needed }] of (await listSecretKeys(keys)).entries()) {
    const word = id === secrets.keyId ? 'seals' : needed ? 'still needed, by mails on their way' : 'may go'
    console.log(`  ${index + 1}. ${id} ${word}`)
  }
  return 0
})
