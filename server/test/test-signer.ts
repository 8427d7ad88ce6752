import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '../src/platform/db.ts'
import { createSigner, type Signer } from '../src/proof/signer.ts'

/** The first key of every database in tests. */
const TEST_SECRET = new Uint8Array(32).fill(1)

/** A signer with the test's key, its file in `folder`. */
export function createTestSigner(db: Db, folder: string): Promise<Signer> {
  return createSigner({ db, file: join(folder, 'signing-keys.json'), random: () => TEST_SECRET })
}

/** The same with a folder of its own, removed by `remove`. */
export async function openTestSigner(db: Db): Promise<{ signer: Signer; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'truestrike-keys-'))
  const signer = await createTestSigner(db, folder)
  return { signer, remove: () => rm(folder, { recursive: true, force: true }) }
}
