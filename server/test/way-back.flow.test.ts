import { adminLogin } from '@truestrike/protocol/account-endpoints.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareFirstRun, reissueAdminPassword } from '../src/admin/first-run.ts'
import { createPasswordHasher } from '../src/platform/password-hasher.ts'
import { systemRandom } from '../src/platform/secret-token.ts'
import { createAdminClients } from './admin-clients.ts'
import { createTestApp, type TestApp } from './test-app.ts'

let app: TestApp
let signIn: ReturnType<typeof createAdminClients>

beforeEach(async () => {
  app = await createTestApp()
  signIn = createAdminClients(app)
  await signIn()
})
afterEach(() => app.close())

const parts = () => ({
  ...{ db: app.db, clock: app.clock, dataDir: app.config.dataDir, random: systemRandom },
  ...{
    hasher: createPasswordHasher({ cost: { memoryKib: 64, passes: 1 } }),
    publicUrl: 'http://localhost:3000',
  },
})

const administrators = async () => {
  const rows = await app.db.query<Record<'username' | 'role', string> & { parts: bigint; disabled: boolean }>(
    `select username, role, cardinality(permissions) as parts, disabled from administrators order by id`,
  )
  return rows.map((row) => [row.username, row.role, Number(row.parts), row.disabled])
}

const written = () =>
  app.db.query<{ action: string; before: unknown; after: unknown }>(
    `select action, before, after from audit_log
     where actor_kind = 'system' and action <> 'admin.create' order by id`,
  )

/** What the command issues lets him in, and his is the name the next start tells. */
async function letsIn(username: string): Promise<void> {
  const { adminUsername, adminPassword = '' } = await reissueAdminPassword(parts(), {
    removesTwoFactor: true,
  })
  expect(adminUsername).toBe(username)
  expect(await prepareFirstRun(parts())).toMatchObject({ adminUsername, adminPassword })
  const { admin } = await app.client().ok(adminLogin, { body: { username, password: adminPassword } })
  expect(admin).toMatchObject({ role: 'owner', permissions: ['*'] })
}

test.each([
  ['was made an auditor', `role = 'auditor'`],
  ['was left with parts of his role', `permissions = '{roles,users}'`],
  ['is disabled', 'disabled = true'],
])(
  '[D2] where the first administrator %s, the way back lets in the oldest owner who is whole',
  async (_, change) => {
    await signIn('bert')
    await signIn('cleo')
    await app.db.query(`update administrators set ${change} where username = 'administrator'`)
    const [first] = await administrators()
    await letsIn('bert')
    expect(await administrators()).toEqual([first, ['bert', 'owner', 0, false], ['cleo', 'owner', 0, false]])
    expect((await written()).map(({ action }) => action)).toEqual(['admin.reset-password'])
  },
)

test('[D2] [D14] where no owner is left, it makes the first administrator one again, and the audit log says so', async () => {
  await signIn('bert')
  await app.db.query(`update administrators set role = 'support', permissions = '{users}', disabled = true`)
  await letsIn('administrator')
  expect(await administrators()).toEqual([
    ['administrator', 'owner', 0, false],
    ['bert', 'support', 1, true],
  ])
  expect(await written()).toEqual([
    {
      action: 'admin.change-role',
      before: { role: 'support', permissions: ['users'] },
      after: { role: 'owner' },
    },
    { action: 'admin.enable', before: { disabled: true }, after: { disabled: false } },
    { action: 'admin.reset-password', before: null, after: null },
  ])
})
