import { adminLogin } from '@truestrike/protocol/account-endpoints.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

let sources = 10

/**
 * Signs an administrator in, from a new address, so that nobody is slowed down (TRUSTED_PROXIES names 127.0.0.1). Answers his
 * client, or the code of the refusal.
 */
export async function enterAt(
  app: TestApp,
  body: { username: string; password: string; code?: string },
): Promise<TestClient | string> {
  const client = app.client()
  sources += 1
  const headers = { 'x-forwarded-for': `192.0.2.${sources}` }
  const { envelope } = await client.call(adminLogin, { body, headers })
  if (!envelope.success) return envelope.code
  client.token = envelope.data.token
  return client
}
