import { expect, test } from 'vitest'
import { codeOf } from './code-text.ts'

test('[A3] a code may be pasted with what stands around it, and typed in any script', () => {
  const typed = [
    '123456',
    ' 123 456 ',
    '123-456',
    'Your code: 123456',
    '١٢٣٤٥٦',
    '۱۲۳۴۵۶',
    '१२३४५६',
    '1234567',
  ]
  expect(typed.map(codeOf)).toEqual(Array(8).fill('123456'))
  expect(['', 'abc', '12a3'].map(codeOf)).toEqual(['', '', '123'])
})
