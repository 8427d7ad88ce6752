import { describe, expect, test } from 'vitest'
import { readButtons } from './buttons.mjs'
import { actsNotDone, neverPressed, staleExceptions } from './pressed.mjs'

const pressed = (...name) => ({ isUsed: true, language: 'en-US', name })
const button = (...keys) => ({ place: 'web/src/a.tsx:1', keys })

describe('buttons that no test presses', () => {
  test('one is named with its place until something of its words is pressed, in any language', () => {
    const take = [button('admin:conflict.take')]
    const words = 'Discard mine, show the current version'
    expect(neverPressed(take, []).unpressed).toEqual(['admin:conflict.take (web/src/a.tsx:1)'])
    expect(neverPressed(take, [{ ...pressed(words), isUsed: false }]).unpressed).toHaveLength(1)
    expect(neverPressed(take, [pressed(words)]).unpressed).toEqual([])
    const german = { ...pressed('Meine verwerfen, aktuellen Stand anzeigen'), language: 'de-DE' }
    expect(neverPressed(take, [german]).unpressed).toEqual([])
  })

  test('values in the words, what follows them, and further pieces do not hide a press', () => {
    const connect = [button('wallet:connectName')]
    expect(neverPressed(connect, [pressed('Connect MetaMask')]).unpressed).toEqual([])
    expect(neverPressed([button('notices:remove')], [pressed('Delete: Settled, won')]).unpressed).toEqual([])
    expect(
      neverPressed([button('funds:deposit.submit')], [pressed('Request deposit', '3')]).unpressed,
    ).toEqual([])
  })

  test('each of the states of a button is pressed on its own, one period of the chart for all', () => {
    const states = [button('security:twoFactor.turnOn', 'security:twoFactor.manage')]
    expect(neverPressed(states, [pressed('Turn on')]).unpressed).toHaveLength(1)
    const periods = [button('trade:chart.periods.1m', 'trade:chart.periods.1h')]
    expect(neverPressed(periods, []).unpressed).toHaveLength(2)
    expect(neverPressed(periods, [pressed('1h, 1 hour')]).unpressed).toEqual([])
  })

  test('one without words is named, unless its file is an exception', () => {
    expect(neverPressed([button()], []).wordless).toEqual(['web/src/a.tsx:1'])
  })
})

describe('acts that their test does not do', () => {
  const at = (path, ...name) => ({ ...pressed(...name), path, test: 0 })
  const notDone = (act, ...controls) =>
    actsNotDone(
      [{ id: 'order.cancel', control: 'trade:confirm.cancel', page: '/trade', done: 'a: is left', ...act }],
      [{ tests: [['phone-en', 'a.spec.ts', '[T4] an order is left']], controls }],
    )

  test('one is named with the test that pressed neither its words nor anything on its page', () => {
    const named = ['order.cancel (a: is left)']
    expect(notDone({})).toEqual(named)
    expect(notDone({}, { ...at('/trade/BTCUSDT', 'Up'), isUsed: false })).toEqual(named)
    expect(notDone({}, at('/stocks', 'Up'))).toEqual(named)
    expect(notDone({ done: 'b: is left' }, at('/trade/BTCUSDT', 'Up'))).toEqual(['order.cancel (b: is left)'])
    expect(notDone({}, at('/trade/BTCUSDT', 'Up'))).toEqual([])
    expect(notDone({}, at('/stocks', 'Cancel'))).toEqual([])
  })

  test('pages of the back office are noted in their frames, and what stands on many pages anywhere', () => {
    expect(notDone({ page: '/admin/roles' }, at('/admin-pages/roles/index.html', 'Save'))).toEqual([])
    expect(notDone({ page: '(header)' }, at('/stocks', 'Search'))).toEqual([])
  })
})

describe('buttons in the sources', () => {
  const all = readButtons()
  const at = (file) =>
    all.filter(({ place }) => place.startsWith(`web/src/${file}:`)).flatMap(({ keys }) => keys)

  test('a label is read from the content, from attributes, through components and from lists', () => {
    expect(at('admin/settings/ConflictBanner.tsx')).toEqual(['admin:conflict.take'])
    expect(at('ui/ConfirmAlert.tsx')).toEqual(['ui:cancel'])
    expect(at('features/account/ChangeEmail.tsx')).toEqual(
      expect.arrayContaining(['profile:email.change', 'profile:email.add']),
    )
    expect(at('admin/users/UserActForm.tsx')).toEqual([
      'admin-people:leave',
      ...['adjust', 'freeze', 'reset', 'signOut', 'unfreeze'].map((act) => `admin-people:act.${act}`),
    ])
    expect(at('features/notices/AlertDialog.tsx')).toContain('notices:alert.remove')
  })

  test('there are as many as ever, all of whose words are known, and no exception is left over', () => {
    expect(all.length).toBeGreaterThan(300)
    expect(neverPressed(all, []).wordless).toEqual([])
    expect(staleExceptions(all)).toEqual([])
  })
})
