import { ensure } from '@truestrike/core/assert.ts'
import { getIdentityPaper, listIdentityChecks } from '@truestrike/protocol/people-endpoints.ts'
import { submitIdentity } from '@truestrike/protocol/profile-endpoints.ts'
import { expect } from 'vitest'
import type { FundsUser } from './funds-app.ts'
import { FORM_TYPE, filePart, formBody, picture } from './pictures.ts'
import type { TestClient } from './test-client.ts'

/** Opens every document of the newest check, as the drawer does. */
export async function lookAt(admin: TestClient, { uid }: FundsUser): Promise<string> {
  const { checks } = await admin.ok(listIdentityChecks, { params: { uid } })
  const { id, sides } = ensure(checks[0])
  for (const { side } of sides) {
    const { address } = await admin.ok(getIdentityPaper, { params: { uid, side } })
    expect((await admin.raw('GET', address)).statusCode).toBe(200)
  }
  return id
}

/** Submits documents to be checked. */
export async function handIn(
  { client }: FundsUser,
  realName: string,
  document: 'passport' | 'identity-card' = 'passport',
): Promise<void> {
  const file = filePart(await picture('jpeg', 600, 400))
  const parts = [
    { name: 'realName', content: realName },
    { name: 'document', content: document },
    ...(document === 'passport' ? [file] : [file, file]),
  ]
  expect((await client.raw('POST', submitIdentity.path, formBody(parts), FORM_TYPE)).statusCode).toBe(200)
}
