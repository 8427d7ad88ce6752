import { adminProfile, getUserInfo } from '@truestrike/protocol/account-endpoints.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ start: false })
})
afterAll(() => app.close())

test.for([
  ['users', getUserInfo.path, 'user_sessions', 'UNAUTHORIZED'],
  ['administrators', adminProfile.path, 'admin_sessions', 'ADMIN_SESSION_INVALID'],
] as const)(
  '[K2] [A11] [S-2] made-up tokens of %s, many of them the same, cost a few queries, not one each',
  async ([, path, table, code]) => {
    const statements = vi.spyOn(app.db, 'query')
    const tokens = Array.from({ length: 50 }, (_, at) => String(at).padStart(43, 'x'))
    const answers = await Promise.all(
      [...Array.from({ length: 250 }, () => 'y'.repeat(43)), ...tokens].map((token) => {
        const client = app.client()
        client.token = token
        return client.raw('GET', path)
      }),
    )
    expect(new Set(answers.map((answer) => answer.json().code))).toEqual(new Set([code]))
    const asked = statements.mock.calls.filter(([text]) => text.includes(`from ${table}`))
    statements.mockRestore()
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.length).toBeLessThan(30)
  },
)
