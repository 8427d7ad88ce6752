import { ensure } from '@truestrike/core/assert.ts'
import { adminChangePassword, adminLogin } from '@truestrike/protocol/account-endpoints.ts'
import { withRunningClock } from './running-clock.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** Of all of them. */
export const ADMIN_PASSWORD = 'an administrator’s password'

/** A sign-in under a new name is seldom held back: the clock, which runs a market, is moved only then. */
const SELDOM_HELD_MS = 400

/** Signs administrators in: without a name the first one, who owns the site; by name further ones, who may do everything too. */
export function createAdminClients(app: TestApp): (name?: string) => Promise<TestClient> {
  let owner: TestClient | null = null

  async function signInOwner(): Promise<TestClient> {
    if (owner !== null) return owner
    const client = app.client()
    const signIn = async (password: string) => {
      const body = { username: app.firstRun.adminUsername, password }
      client.token = (await withRunningClock(app.clock, client.ok(adminLogin, { body }))).token
    }
    const currentPassword = ensure(app.firstRun.adminPassword)
    await signIn(currentPassword)
    await client.ok(adminChangePassword, { body: { currentPassword, newPassword: ADMIN_PASSWORD } })
    await signIn(ADMIN_PASSWORD)
    owner = client
    return client
  }

  async function signInOther(name: string): Promise<TestClient> {
    await signInOwner()
    await app.db.query(
      `insert into administrators (username, username_key, password_hash, must_change_password, role, permissions,
        created_at_ms)
      select $1, $1, password_hash, false, role, permissions, created_at_ms from administrators order by id limit 1`,
      [name],
    )
    const client = app.client()
    const body = { username: name, password: ADMIN_PASSWORD }
    client.token = (await withRunningClock(app.clock, client.ok(adminLogin, { body }), SELDOM_HELD_MS)).token
    return client
  }

  return (name) => (name === undefined ? signInOwner() : signInOther(name))
}
