import { afterEach, describe, expect, test } from 'vitest'
import { ENDPOINTS, type Reviewed } from './outcome-allow-list.ts'
import { commands, configurationKeys, endpointsOf, schemaItems, socketMessages } from './outcome-items.ts'
import { SCHEMA } from './outcome-schema-list.ts'
import { COMMANDS, CONFIGURATION, SOCKET_MESSAGES } from './outcome-settings-list.ts'
import { createTestApp, type TestApp } from './test-app.ts'

let app: TestApp | null = null
afterEach(async () => {
  await app?.close()
  app = null
})

/** `table: a b` as `table.a table.b`; words apart by blanks, `separator` where items hold blanks themselves. */
function itemsOf(group: string, separator: RegExp): string[] {
  return group.split(separator).flatMap((part) => {
    const columns = /^(\w+): (.+)$/.exec(part.trim())
    if (columns === null) return part.trim() === '' ? [] : [part.trim()]
    const [, table, names = ''] = columns
    return names.split(' ').map((name) => `${table}.${name}`)
  })
}

/** Every item stands on the list once, with a reason, and the list names nothing that is not there. */
function expectReviewed({ near, far }: Reviewed, present: readonly string[], separator: RegExp): void {
  const listed = [...Object.keys(near), ...far.flatMap(({ items }) => itemsOf(items, separator))]
  expect(present.length).toBeGreaterThan(0)
  expect(listed.filter((item, at) => listed.indexOf(item) !== at)).toEqual([])
  expect({ notReviewed: present.filter((item) => !listed.includes(item)) }).toEqual({ notReviewed: [] })
  expect({ notThere: listed.filter((item) => !present.includes(item)) }).toEqual({ notThere: [] })
  const reasons = [...Object.values(near), ...far.map(({ why }) => why)]
  expect(reasons.filter((reason) => reason.length < 5)).toEqual([])
}

describe('[T16] whatever comes near an outcome was looked at, and says why it sets none', () => {
  test('calls', async () => {
    app = await createTestApp()
    expectReviewed(ENDPOINTS, endpointsOf(app), /\n/)
  })
  test('socket messages', () => expectReviewed(SOCKET_MESSAGES, socketMessages(), /,/))
  test('configuration', () => expectReviewed(CONFIGURATION, configurationKeys(), /\s+/))
  test('commands', () => expectReviewed(COMMANDS, commands(), /\s+/))
  test('columns and functions of the database', async () => {
    app = await createTestApp()
    const lines = SCHEMA.far.map(({ why, items }) => ({ why, items: items.replaceAll(/\(\) /g, '()\n') }))
    expectReviewed({ ...SCHEMA, far: lines }, await schemaItems(app), /\n/)
  })
})
