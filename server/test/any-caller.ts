import { ensure } from '@truestrike/core/assert.ts'
import { adminChangePassword, adminLogin } from '@truestrike/protocol/account-endpoints.ts'
import { prove } from '@truestrike/protocol/wallet-endpoints.ts'
import type { LightMyRequestResponse } from 'fastify'
import type { AnyEndpoint } from '../src/platform/http-door.ts'
import { withRunningClock } from './running-clock.ts'
import type { TestApp } from './test-app.ts'
import { TEST_PASSWORD, type TestClient } from './test-client.ts'

const ADMIN_PASSWORD = 'an administrator’s password'

/** Whoever a call is meant for, for tests that make every call of the server. */
export interface AnyCaller {
  /** Signed in anew for every endpoint: calls may have ended the session. */
  callerOf(endpoint: AnyEndpoint): Promise<TestClient>
  /** Sends a call, and once more after proving who it is where that is asked. */
  send(caller: TestClient, call: AnyCall): Promise<LightMyRequestResponse>
}

export interface AnyCall {
  method: string
  url: string
  payload?: string
  headers?: Record<string, string>
}

export const JSON_TYPE = { 'content-type': 'application/json' }

/** The path of an endpoint with the same text in the place of each parameter. */
export const filledPath = (path: string, segment = '1'): string => path.replaceAll(/:\w+/g, segment)

export async function createAnyCaller(app: TestApp, username: string): Promise<AnyCaller> {
  const user = app.client()
  await user.register(username)
  const admin = app.client()
  const signInAdmin = async (password: string): Promise<void> => {
    const body = { username: app.firstRun.adminUsername, password }
    admin.token = (await withRunningClock(app.clock, admin.ok(adminLogin, { body }))).token
  }
  const oneTimePassword = ensure(app.firstRun.adminPassword)
  await signInAdmin(oneTimePassword)
  await admin.ok(adminChangePassword, {
    body: { currentPassword: oneTimePassword, newPassword: ADMIN_PASSWORD },
  })
  return {
    async callerOf({ audience }) {
      // What earlier calls failed must not lock the door for this one's caller.
      await app.db.query('delete from login_attempts')
      await app.db.query('delete from mail_codes')
      if (audience === 'public') return app.client()
      if (audience === 'admin') {
        await signInAdmin(ADMIN_PASSWORD)
        return admin
      }
      await withRunningClock(app.clock, user.login(username))
      return user
    },
    async send(caller, { method, url, payload, headers = JSON_TYPE }) {
      const response = await caller.raw(method, url, payload, headers)
      if (!response.body.includes('"PROOF_REQUIRED"')) return response
      await caller.ok(prove, { body: { password: TEST_PASSWORD } })
      return caller.raw(method, url, payload, headers)
    },
  }
}
