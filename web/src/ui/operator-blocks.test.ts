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

/** It stays as it was written, in full. */
function expectText(text: string): void {
  const parts = readInline(text)
  expect(parts.every(({ kind }) => kind === 'text')).toBe(true)
  expect(parts.map((part) => part.text).join('')).toBe(text)
}

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
  expectText(text)
})

test('[K8] [S-5] a link with a login or hidden signs is text like any other', () => {
  for (const href of [
    'https://help.example@evil.example/',
    'https://user:secret@help.example/chat',
    'https:///user@evil.example',
    'HTTPS://user@evil.example',
    'https://help.example/\u202egpj.exe',
    'https://help\u200b.example/',
    'https://help.example/\u00ad',
    'mailto:help\u0085@example.com',
    'https://',
    'https://[',
  ])
    expectText(`[Help](${href})`)
  for (const href of [
    'https://help.example/@team?to=a@b.example',
    'mailto:help@example.com',
    'tel:+4912345',
    'https://hilfe.exämple/',
  ])
    expect(readInline(`[Help](${href})`)).toEqual([{ kind: 'link', text: 'Help', href }])
})
