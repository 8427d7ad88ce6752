import { expect, test } from 'vitest'
import { readPageMessage, readShellMessage } from './frame-messages.ts'

test('[D4] only what a page of the back office would say is heard', () => {
  expect(readPageMessage({ kind: 'ready', token: 'x' })).toEqual({ kind: 'ready' })
  expect(readPageMessage({ kind: 'denied', permission: 'roles' })).toEqual({ kind: 'denied' })
  expect(readPageMessage({ kind: 'moved', search: '?state=pending', isStep: true })).toEqual({
    ...{ kind: 'moved', search: '?state=pending', isStep: true },
  })
  expect(readPageMessage({ kind: 'open', page: 'users', search: '' })).toEqual({
    ...{ kind: 'open', page: 'users', search: '' },
  })
  expect(readPageMessage({ kind: 'guards', isOn: true })).toEqual({ kind: 'guards', isOn: true })
  expect(readPageMessage({ kind: 'unsaved', heldBy: ['section', 'text'] })).toEqual({
    ...{ kind: 'unsaved', heldBy: ['section', 'text'] },
  })
  expect(readPageMessage({ kind: 'unsaved', heldBy: null })).toEqual({ kind: 'unsaved', heldBy: null })
  for (const wrong of [
    { kind: 'unsaved' },
    { kind: 'unsaved', heldBy: ['a b'] },
    { kind: 'unsaved', heldBy: Array.from({ length: 51 }, () => 'a') },
    null,
    { kind: 'guards', isOn: 'yes' },
    'ready',
    ['ready'],
    {},
    { kind: 'moved', search: 'https://elsewhere', isStep: true },
    { kind: 'moved', search: '?a#b', isStep: true },
    { kind: 'moved', search: '?a' },
    { kind: 'open', page: '../login', search: '' },
    { kind: 'open', page: 'users', search: 4 },
    { kind: 'token', token: 'x' },
  ]) {
    expect(readPageMessage(wrong), JSON.stringify(wrong)).toBeNull()
  }
})

test('[D4] only what the shell would say is heard', () => {
  expect(readShellMessage({ kind: 'show', search: '' })).toEqual({ kind: 'show', search: '' })
  expect(readShellMessage({ kind: 'language', locale: 'ar-AR' })).toEqual({
    kind: 'language',
    locale: 'ar-AR',
  })
  expect(readShellMessage({ kind: 'back' })).toEqual({ kind: 'back' })
  expect(readShellMessage({ kind: 'counted', count: 3 })).toEqual({ kind: 'counted' })
  for (const wrong of [
    undefined,
    { kind: 'show' },
    { kind: 'language', locale: '../x' },
    { kind: 'ready' },
  ]) {
    expect(readShellMessage(wrong), JSON.stringify(wrong)).toBeNull()
  }
})
