import { expect, test } from 'vitest'
import { readBlocks, readInline } from './operator-blocks.ts'

test('[U4] headings, paragraphs, lists, weight and links of an operator’s text', () => {
  expect(readBlocks('# Terms\n\nBe **fair**,\nplease.\n- one\n- two\n1. first')).toEqual([
    { kind: 'heading', parts: [{ kind: 'text', text: 'Terms' }] },
    {
      kind: 'paragraph',
      parts: [
        { kind: 'text', text: 'Be ' },
        { kind: 'strong', text: 'fair' },
        { kind: 'text', text: ',\nplease.' },
      ],
    },
    {
      kind: 'list',
      isNumbered: false,
      items: [[{ kind: 'text', text: 'one' }], [{ kind: 'text', text: 'two' }]],
    },
    { kind: 'list', isNumbered: true, items: [[{ kind: 'text', text: 'first' }]] },
  ])
  expect(readInline('[Help](https://help.example/a?b=1) *soon*')).toEqual([
    { kind: 'link', text: 'Help', href: 'https://help.example/a?b=1' },
    { kind: 'text', text: ' ' },
    { kind: 'em', text: 'soon' },
  ])
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '[a](data:text/html,x)',
  '[a](http://plain.example)',
  '[a](//elsewhere.example)',
  '![a](x)',
])('[K8] %s is text like any other', (text) => {
  expect(readBlocks(text)).toMatchObject([{ kind: 'paragraph' }])
  expect(readInline(text).every(({ kind }) => kind === 'text')).toBe(true)
  expect(
    readInline(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
