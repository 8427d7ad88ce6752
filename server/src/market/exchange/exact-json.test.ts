import { expect, test } from 'vitest'
import { countAt, parseExactJson, textAt } from './exact-json.ts'

test('[M5] numbers of a source come as they were written, in strings nothing changes', () => {
  const text =
    '{"bid":1.08430,"qty":-2e-7,"id":18014398509481985,"name":"a \\"1.50\\" \\\\","list":[0.10,true,null]}'
  expect(parseExactJson(text)).toEqual({
    ...{ bid: '1.08430', qty: '-2e-7', id: '18014398509481985', name: 'a "1.50" \\' },
    list: ['0.10', true, null],
  })
  expect(() => parseExactJson('{"bid":}')).toThrow(SyntaxError)
})

test('[M5] what is not there, or not of its kind, is null', () => {
  const value = { a: [{ b: 'x' }], n: '12', m: 12, long: '18014398509481985', minus: -1 }
  expect(textAt(value, 'a', 0, 'b')).toBe('x')
  for (const path of [['a', 1, 'b'], ['a', 'b', 'c'], ['n', 'x'], ['m']])
    expect(textAt(value, ...path)).toBeNull()
  expect([countAt(value, 'n'), countAt(value, 'm')]).toEqual([12, 12])
  for (const key of ['a', 'long', 'minus', 'none']) expect(countAt(value, key)).toBeNull()
})
