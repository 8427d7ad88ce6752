import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { actDocument, actFaults, findTest, needlessTests, pageSource, readActs } from './act-table.mjs'
import { everyKey } from './controls.mjs'
import { staleMistakes } from './pressed.mjs'
import { catalogue } from './tidy/catalogues.mjs'

let list
beforeAll(async () => {
  list = await readActs()
})

test('e2e/acts.md says what e2e/acts.ts does; `npm run acts` writes it', async () => {
  const written = readFileSync(new URL('../e2e/acts.md', import.meta.url), 'utf8')
  expect(await actDocument()).toBe(written)
})

test('every act names tests that exist and run on phone and desktop, words that exist and two mistakes; every call of the pages that changes something is made by one', () => {
  const english = catalogue('en-US')
  expect(
    actFaults(list, {
      keys: new Set(everyKey()),
      textOf: (key) => english.get(key) ?? key,
      source: pageSource(),
    }),
  ).toEqual([])
})

test('every change is checked in the browser with acts, mended faults and what e2e/besides-acts.ts gives a reason for', () => {
  expect(needlessTests(list)).toEqual([])
})

test('mistakes that are made on another page than their act’s are still there', () => {
  expect(staleMistakes(list.acts)).toEqual([])
  expect(staleMistakes([])).not.toEqual([])
})

describe('the list is found wrong when', () => {
  const act = {
    ...{
      id: 'a.save',
      who: 'trader',
      page: '/a',
      control: 'a:save',
      calls: ['save'],
      done: 'a: it is saved',
    },
    mistakes: [
      { what: 'nothing is typed', test: 'a: nothing is typed' },
      { what: 'too much is typed', test: 'a: too much is typed' },
    ],
  }
  const around = {
    keys: new Set(['a:save']),
    source: 'call(save)',
    titles: (file) => {
      if (file !== 'a') throw new Error('no such file')
      return ['[A1] it is saved', '[A1] nothing is typed', '[A1] too much is typed']
    },
  }
  const project = (name, journeys, inFullMatrix) => ({ name, journeys, inFullMatrix })
  const everywhere = [
    project('phone-en', ['a.spec.ts'], ['a.spec.ts']),
    project('desktop-en', [], ['a.spec.ts', 'b.spec.ts']),
  ]
  const list = { acts: [act], calls: ['save'], projects: everywhere }
  const faults = (changes, calls = ['save']) =>
    actFaults({ ...list, acts: [{ ...act, ...changes }], calls }, around)

  test('nothing is', () => {
    expect(faults({})).toEqual([])
  })

  test('a test is not there, or its name means two', () => {
    expect(faults({ done: 'a: it is sent' })).toEqual(['“a: it is sent” is the name of 0 tests'])
    expect(faults({ done: 'a: t' })).toEqual(['“a: t” is the name of 3 tests'])
    expect(faults({ done: 'b: it is saved' })).toEqual([
      '“b: it is saved”: there is no b.spec.ts',
      'a.save: b.spec.ts never runs on a phone',
    ])
  })

  test('an act has not two mistakes, or is there twice', () => {
    expect(faults({ mistakes: [] })).toEqual(['a.save has not two mistakes'])
    expect(actFaults({ ...list, acts: [act, act] }, around)).toEqual(['a.save is there twice'])
  })

  test('nothing tells two acts apart', () => {
    const send = { ...act, id: 'a.send' }
    const alike = 'a.send has the words, page and test of another act: nothing tells whether it is done'
    expect(actFaults({ ...list, acts: [act, send] }, around)).toEqual([alike])
    expect(actFaults({ ...list, acts: [act, { ...send, page: '/b' }] }, around)).toEqual([])
    const keys = new Set(['a:save', 'a:send'])
    const acts = [act, { ...send, control: 'a:send' }]
    expect(actFaults({ ...list, acts }, { ...around, keys })).toEqual([])
    expect(actFaults({ ...list, acts }, { ...around, keys, textOf: () => 'Go' })).toEqual([alike])
  })

  test('the words of its control are in no catalogue', () => {
    expect(faults({ control: 'a:send' })).toEqual(['a.save: no catalogue has a:send'])
  })

  test('one of its files does not run on both a phone and a desktop, and the act gives no reason', () => {
    const onPhone = (only) =>
      actFaults({ ...list, acts: [{ ...act, only }], projects: everywhere.slice(0, 1) }, around)
    expect(onPhone(undefined)).toEqual(['a.save: a.spec.ts never runs on a desktop'])
    expect(onPhone({ device: 'phone', why: 'apps' })).toEqual([])
    expect(onPhone({ device: 'desktop', why: 'keys' })).toEqual(['a.save: a.spec.ts never runs on a desktop'])
  })

  test('a call is not there, or no act makes it though a page does', () => {
    expect(faults({}, ['keep'])).toEqual(['there is no call save'])
    expect(faults({ calls: [] })).toEqual(['no act makes the call save'])
  })
})

describe('a test is one too many for every change when', () => {
  const titles = () => [
    '[A1] it is saved',
    '[A1] it is too long',
    '[A1] [U-3] it is in sight',
    '[X1] it fits',
  ]
  const acts = [{ done: 'a: it is saved', mistakes: [{ test: 'a: it is too long' }] }]
  const projects = [{ name: 'phone-en', journeys: ['a.spec.ts'] }]
  const needless = (besides) => needlessTests({ acts, besides, projects }, titles)

  test('it does no act, keeps no mended fault away, and no reason is given', () => {
    expect(needless({})).toEqual([
      '“a: [X1] it fits” does no act: tag it @full, or give the reason in e2e/besides-acts.ts',
    ])
    expect(needless({ 'a: it fits': 'everything fits' })).toEqual([])
    expect(needless({ a: 'everything fits' })).toEqual([])
  })

  test('its file has no other', () => {
    const withEmpty = [{ name: 'phone-en', journeys: ['a.spec.ts', 'b.spec.ts'] }]
    const titlesOf = (file) => (file === 'a' ? titles().slice(0, 3) : [])
    expect(needlessTests({ acts, besides: {}, projects: withEmpty }, titlesOf)).toEqual([
      'b.spec.ts has no test for every change: e2e/playwright.config.ts',
    ])
  })

  test('the reason means none that needs one', () => {
    const lost = (reason) => `e2e/besides-acts.ts: “${reason}” means no test that needs a reason`
    expect(needless({ a: 'it fits', 'a: it is saved': 'it does' })).toEqual([lost('a: it is saved')])
    expect(needless({ a: 'it fits', b: 'it fits' })).toEqual([lost('b')])
  })
})

test('titles are found as they are written, also those made of several parts', () => {
  expect(findTest('sign-in: a wrong password is refused').title).toBe(
    '[A2] a wrong password is refused in words, and nothing is stored',
  )
  expect(findTest('account-links: the bills open by the name').file).toBe('account-links')
})

test('a test that only the full matrix runs is no proof of an act', () => {
  expect(findTest('faults: a call without an answer ends').fault).toBe(
    '“faults: a call without an answer ends” is the name of 0 tests',
  )
  expect(findTest('records: order number and opening time are shown').fault).toContain('0 tests')
})
