import { describe, expect, test } from 'vitest'
import { type KeyWish, wishOf } from './key-wish.ts'

const none = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false }
const typed = (key: string, code: string, held: Partial<typeof none> = {}) =>
  wishOf({ ...none, key, code, ...held })

describe('[T14] keys of every layout', () => {
  test.each<[layout: string, key: string, code: string, wish: KeyWish | null]>([
    ['English', 'u', 'KeyU', 'up'],
    ['English, capitals', 'D', 'KeyD', 'down'],
    ['Arabic', 'ع', 'KeyU', 'up'],
    ['Arabic', 'ي', 'KeyD', 'down'],
    ['Arabic, no letter of a wish', 'لا', 'KeyB', null],
    ['Russian', 'г', 'KeyU', 'up'],
    ['Russian', 'в', 'KeyD', 'down'],
    ['Russian, digit', '3', 'Digit3', 3],
    ['Hindi', 'ह', 'KeyU', 'up'],
    ['Hindi, digit', '५', 'Digit5', 5],
    ['Arabic, digit', '٨', 'Digit8', 8],
    ['French, the letter where English has another', 'a', 'KeyQ', 'amount'],
    ['French, and the other way round', 'q', 'KeyA', null],
    ['French, minus on the row of digits', '-', 'Digit6', 'less'],
    ['Hindi, a sign that joins', '्', 'KeyD', 'down'],
    ['Hindi, a vowel’s sign', 'ो', 'KeyA', 'amount'],
    ['Thai, letters on the row of digits', 'ช', 'Equal', 'more'],
    ['German', 'ü', 'BracketLeft', null],
    ['German, a letter at minus', 'ß', 'Minus', null],
    ['German, an accent at plus', 'Dead', 'Equal', null],
    ['German, a sign', '´', 'Equal', null],
    ['Spanish', '¡', 'Equal', null],
    ['Portuguese', '«', 'Equal', null],
    ['German with AltGr', '↓', 'KeyU', null],
    ['Icelandic', 'ð', 'KeyD', null],
    ['an accent begins', 'Dead', 'KeyD', null],
    ['a word is being composed', 'Process', 'KeyD', null],
    ['nobody knows', 'Unidentified', 'KeyD', null],
    ['Dvorak', 'u', 'KeyF', 'up'],
    ['English', '=', 'Equal', 'more'],
    ['numbers’ block', '+', 'NumpadAdd', 'more'],
    ['no duration has this number', '9', 'Digit9', null],
    ['names of keys are no letters', 'ArrowUp', 'ArrowUp', null],
    ['nor of objects', 'constructor', '', null],
  ])('%s: %s', (_layout, key, code, wish) => {
    expect(typed(key, code)).toBe(wish)
  })

  test.each([
    ['?', 'Slash'],
    ['؟', 'Slash'],
    ['?', 'Digit7'],
    ['?', 'Minus'],
    ['य़', 'Slash'],
  ])('the list of keys behind %s on %s', (key, code) => {
    expect(typed(key, code, { shiftKey: true })).toBe('help')
  })

  test('periods go back with Shift; what belongs to browser or system stays theirs', () => {
    expect(typed('p', 'KeyP')).toBe('nextPeriod')
    expect(typed('P', 'KeyP', { shiftKey: true })).toBe('lastPeriod')
    expect(typed('З', 'KeyP', { shiftKey: true })).toBe('lastPeriod')
    expect(typed('؛', 'KeyP', { shiftKey: true })).toBe('lastPeriod')
    for (const held of ['ctrlKey', 'altKey', 'metaKey'])
      expect(typed('u', 'KeyU', { [held]: true })).toBeNull()
  })
})
