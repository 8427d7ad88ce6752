import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-', "'-"],
  ['-10.00', "'-10.00"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ["'=1", "'=1"],
  ['a=1', 'a=1'],
  ['a,b', '"a,b"'],
  ['a "b"', '"a ""b"""'],
  ['a\nb', '"a\nb"'],
  [' =1', '" =1"'],
  ['', ''],
])('[C3] the text %j is the cell %j', (text, cell) => {
  expect(csvLine([text, 'x'])).toBe(`${cell},x\r\n`)
})

test.each(['-10.00', '0.000001', '123456789012345.5', '-0.5'])(
  '[C3] the number %s stays a number',
  (number) => {
    expect(csvLine([{ number }, null])).toBe(`${number},\r\n`)
  },
)

test.each([
  ['-1+1', "'-1+1"],
  ['=1', "'=1"],
  ['1,5', '"1,5"'],
  ['-', "'-"],
  ['-1\n', `"'-1\n"`],
])('[C3] %j is no number and treated as text', (number, cell) => {
  expect(csvLine([{ number }])).toBe(`${cell}\r\n`)
})
