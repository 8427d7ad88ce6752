import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { SystemConfig } from '@truestrike/protocol/config-endpoints.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startI18n } from '../../lib/i18n.ts'
import { loadAdminTexts } from '../frame/admin-texts.ts'
import { useActs } from '../orders/use-acts.ts'
import { MethodsSection } from './MethodsSection.tsx'

beforeAll(async () => {
  await startI18n()
  await loadAdminTexts(['admin-settings'])
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const METHOD = {
  ...{ id: '1', kind: 'bank', name: null, network: null, address: null, picture: null, instructions: '' },
  ...{ accountName: 'TEST', accountNumber: 'TEST 1', bankName: 'TEST BANK', enabled: true, isTest: true },
}
/** The section with what it looks at of a configuration. */
function show(config: object): void {
  const Page = () => (
    <MethodsSection
      {...{ config: config as SystemConfig, acts: useActs(async () => undefined), note: null }}
      isReadOnly={false}
    />
  )
  render(<Page />)
}

const NOTE = 'Test method, not offered in live mode.'

test.each([
  ['live', true, 1],
  ['live', false, 0],
  ['test', true, 0],
])(
  '[D12] in %s mode a method (of tests: %s) says whether it is offered at all',
  (fundsMode, isTest, notes) => {
    const config = {
      ...{
        methods: [{ ...METHOD, isTest }],
        environment: { fundsMode },
        versions: { methods: { version: 1 } },
      },
    }
    show(config)
    expect(screen.queryAllByText(NOTE)).toHaveLength(notes)
    // Other words leave it what it is, another account does not.
    const type = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
    type('Name (optional)', 'House bank')
    expect(screen.queryAllByText(NOTE)).toHaveLength(notes)
    type('Account number', 'DE00 1')
    expect(screen.queryByText(NOTE)).toBeNull()
  },
)

test('[D12] methods that are added and removed again before they are saved are not mixed up', () => {
  // React tells of keys that stand twice.
  const complaint = vi.spyOn(console, 'error').mockReturnValue()
  const config = { methods: [], environment: { fundsMode: 'live' }, versions: { methods: { version: 1 } } }
  show(config)
  const press = (name: string): void => {
    const [button] = screen.getAllByRole('button', { name })
    if (button) fireEvent.click(button)
  }
  for (const name of ['Add a method', 'Add a method', 'Remove', 'Add a method']) press(name)
  expect(screen.getAllByRole('region')).toHaveLength(2)
  expect(complaint).not.toHaveBeenCalled()
})
