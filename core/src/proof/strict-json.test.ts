import { expect, test } from 'vitest'
import { parseStrictJson } from './strict-json.ts'

test('[P3] JSON with one meaning is read as it is', () => {
  const texts = [
    '{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}],"d":"x","":0}',
    '[]',
    '"a:{\\"a\\":1,\\"a\\":2}"',
    '-7',
    ' { "a" : [ true , null ] } ',
    '{"a":"1.0","b":"-0","c":"\\\\","d":"}"}',
  ]
  for (const text of texts) expect(parseStrictJson(text)).toEqual(JSON.parse(text))
})

test('[P3] what readers could take for two things is none: names twice, other spellings of numbers, endless nesting', () => {
  const refused = [
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '{"x":[{"a":{},"b":0,"a":{}}]}',
    '{"__proto__":1,"__proto__":2}',
    '{"a":2.0}',
    '[2e0]',
    '[-0]',
    '[1.00000000000000000001]',
    `${'['.repeat(33)}${']'.repeat(33)}`,
    `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    '{"a":1',
    '[01]',
    '{"a":1,}',
    '',
  ]
  for (const text of refused) expect(() => parseStrictJson(text), text.slice(0, 40)).toThrow(SyntaxError)
})
