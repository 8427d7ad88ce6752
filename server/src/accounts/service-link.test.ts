import { expect, test } from 'vitest'
import { serviceLinkFault } from './service-link.ts'

test.each([
  ['https://help.example/chat', null],
  ['mailto:help@example.com', null],
  ['tel:+4912345', null],
  ['', 'link'],
  ['http://plain.example', 'link'],
  ['javascript:alert(1)', 'link'],
  ['https://help.example@evil.example/', 'linkLogin'],
  ['https://user:secret@help.example/chat', 'linkLogin'],
  ['https://help.example/\u202egpj.exe', 'linkHidden'],
  ['https://help\u200b.example/', 'linkHidden'],
  ['mailto:help\u0085@example.com', 'linkHidden'],
] as const)('[K8] [S-5] the link to customer service %j: %s', (link, fault) => {
  expect(serviceLinkFault(link)).toBe(fault)
})
