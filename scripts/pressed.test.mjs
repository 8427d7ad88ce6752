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
  const at = (path, ...name) => ({
    ...{ ...pressed(...name), path, dialog: [], isAround: false, role: 'button', test: 0 },
  })
  const act = {
    ...{ id: 'order.cancel', control: 'trade:confirm.cancel', page: '/trade', done: 'a: is left' },
    mistakes: [{ what: 'pressed twice', test: 'a: is left' }],
  }
  const named = (control, page) => [`order.cancel: “a: is left” does not use ${control} on ${page}`]
  /** A run of one test, which used these controls, and saw them all. */
  const run = (...controls) => [
    { tests: [['phone-en', 'a.spec.ts', '[T4] an order is left']], places: [controls], controls },
  ]
  const notDone = (changes, ...controls) =>
    actsNotDone([{ ...act, mistakes: [], ...changes }], run(...controls))
  const cancel = at('/trade/BTCUSDT', 'Cancel')

  test('one is done by a press of its own control on its own page alone; taken out of the log it is named', () => {
    const others = [at('/trade/BTCUSDT', 'Up'), at('/stocks', 'Cancel')]
    expect(notDone({}, ...others, cancel)).toEqual([])
    expect(notDone({}, ...others)).toEqual(named('trade:confirm.cancel', '/trade'))
    expect(notDone({}, ...others, { ...cancel, isUsed: false })).toHaveLength(1)
    expect(notDone({ done: 'b: is left' }, cancel)).toHaveLength(1)
    expect(notDone({ done: 'a: is bought' }, cancel)).toHaveLength(1)
  })

  test('Enter in a field of its form does it as well: the form is called by its button', () => {
    const changes = { control: 'auth:login', page: '/login' }
    const sent = (name) => ({ ...at('/login', name), role: 'form' })
    expect(notDone(changes, sent('Log in'))).toEqual([])
    expect(notDone(changes, sent('Register'))).toHaveLength(1)
  })

  test('pages of the back office are noted in their frames, each section a page of its own', () => {
    const section = { control: 'admin-settings:save', page: '/admin/system-config?section=mail' }
    const frame = '/admin-pages/system-config/index.html'
    expect(notDone(section, at(`${frame}?section=mail`, 'Save'))).toEqual([])
    expect(notDone(section, at(`${frame}?section=funds`, 'Save'))).toHaveLength(1)
    expect(notDone(section, at(frame, 'Save'))).toHaveLength(1)
  })

  test('what stands on many pages is pressed in its header, sidebar or dialog', () => {
    const inHeader = { control: 'app:signOut.action', page: '(header)' }
    const signOut = at('/stocks', 'Sign out')
    expect(notDone(inHeader, { ...signOut, isAround: true })).toEqual([])
    expect(notDone(inHeader, signOut, { ...at('/stocks', 'Search'), isAround: true })).toHaveLength(1)
    const inDialog = { control: 'notices:readAll', page: '(dialog of notices)' }
    const readAll = at('/stocks', 'Mark all read')
    expect(notDone(inDialog, { ...readAll, dialog: ['Notifications'] })).toEqual([])
    expect(notDone(inDialog, readAll)).toHaveLength(1)
  })

  test('what has words of no catalogue is told by its role, and what a sentence marks by its mark', () => {
    const file = { control: '(name of the file)', page: '/proof' }
    expect(notDone(file, { ...at('/proof', 'verify.mjs'), role: 'download' })).toEqual([])
    expect(notDone(file, at('/proof', 'Copy the command'))).toHaveLength(1)
    const terms = { control: 'auth:agreeTerms.terms', page: '/login/register' }
    expect(notDone(terms, at('/login/register', 'terms'))).toEqual([])
    expect(
      notDone(terms, at('/login/register', 'I accept the terms and understand I can lose my stake.')),
    ).toEqual(['order.cancel: “a: is left” does not use auth:agreeTerms.terms on /login/register'])
  })

  test('the test of a mistake ran and came to the page of its act, whether or not it pressed anything there', () => {
    const only = (mistake, places) =>
      actsNotDone(
        [{ ...act, mistakes: [{ what: 'pressed twice', test: mistake }] }],
        [
          ...run(cancel),
          { tests: [['phone-en', 'b.spec.ts', '[T4] pressed twice']], places: [places], controls: [] },
        ],
      )
    expect(only('b: pressed twice', [cancel])).toEqual([])
    const lost = ['order.cancel: pressed twice: “b: pressed twice” never comes to /trade']
    expect(only('b: pressed twice', [])).toEqual(lost)
    expect(only('b: pressed twice', [at('/stocks', 'Cancel')])).toEqual(lost)
    expect(only('b: pressed thrice', [cancel])).toEqual([
      'order.cancel: pressed twice: “b: pressed thrice” did not run',
    ])
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
