import { decodeBase64url, encodeBase64url } from '../base64url.ts'

/** One change of a JSON value: where, how, and the whole value with it. */
export interface JsonMutation {
  readonly at: string
  readonly how: string
  readonly json: unknown
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** Words that mean something else in the same place. */
const OTHERS: Readonly<Record<string, string>> = {
  won: 'lost',
  lost: 'won',
  equal: 'won',
  completed: 'cancelled',
  cancelled: 'completed',
  up: 'down',
  down: 'up',
  demo: 'real',
  simulated: 'exchange',
  replay: 'simulated',
  outlier: 'order',
  deviation: 'outlier',
  void: 'price-gap',
  'price-gap': 'void',
  'source-changed': 'no-opening-price',
  'no-opening-price': 'source-changed',
  'truestrike-receipt/1': 'truestrike-receipt/2',
}

/**
 * Every small change of a JSON value: each leaf another value, another type; each hash, key and signature one bit; each member left
 * out or added; each element of an array removed, doubled, or exchanged with the next.
 */
export function* jsonMutations(json: Json, at = ''): Generator<JsonMutation> {
  if (Array.isArray(json)) yield* arrayMutations(json, at)
  else if (typeof json === 'object' && json !== null)
    yield* objectMutations(json as Readonly<Record<string, Json>>, at)
  else for (const [how, other] of otherLeaves(json)) yield { at, how, json: other }
}

function* arrayMutations(items: readonly Json[], at: string): Generator<JsonMutation> {
  for (const [index, item] of items.entries()) {
    const next = items[index + 1]
    const [before, rest] = [items.slice(0, index), items.slice(index + 1)]
    yield { at: `${at}/${index}`, how: 'removed', json: [...before, ...rest] }
    yield { at: `${at}/${index}`, how: 'doubled', json: [...before, item, item, ...rest] }
    if (next !== undefined)
      yield { at: `${at}/${index}`, how: 'swapped', json: [...before, next, item, ...rest.slice(1)] }
    for (const inner of jsonMutations(item, `${at}/${index}`))
      yield { ...inner, json: [...before, inner.json, ...rest] }
  }
  yield { at, how: 'no array', json: { ...items } }
}

function* objectMutations(members: Readonly<Record<string, Json>>, at: string): Generator<JsonMutation> {
  for (const [name, value] of Object.entries(members)) {
    const { [name]: _, ...others } = members
    yield { at: `${at}/${name}`, how: 'left out', json: others }
    for (const inner of jsonMutations(value, `${at}/${name}`))
      yield { ...inner, json: { ...members, [name]: inner.json } }
  }
  yield { at, how: 'another member', json: { ...members, more: 1 } }
  yield { at, how: 'no object', json: [] }
}

function* otherLeaves(leaf: Json): Generator<[string, unknown]> {
  if (typeof leaf === 'number') {
    yield* [
      ['+ 1', leaf + 1],
      ['- 1', leaf - 1],
      ['+ 0.5', leaf + 0.5],
      ['negative', -leaf - 1],
      ['too large', 2 ** 53],
      ['as text', String(leaf)],
      ['null', null],
    ] as [string, unknown][]
    return
  }
  if (leaf === null) {
    yield* [
      ['0', 0],
      ['1', 1],
      ['text', '1.00'],
      ['word', 'won'],
    ] as [string, unknown][]
    return
  }
  const text = String(leaf)
  yield ['null', null]
  yield ['empty', '']
  yield ['with a space', `${text} `]
  yield ['with a line break', `${text}\n`]
  yield ['as a list', [text]]
  if (OTHERS[text] !== undefined) yield ['another word', OTHERS[text]]
  const digit = /[0-8](?=\D*$)/.exec(text)
  if (digit !== null)
    yield ['one digit', text.slice(0, digit.index) + (Number(digit[0]) + 1) + text.slice(digit.index + 1)]
  const bytes = text.length < 22 ? null : decodeBase64url(text)
  if (bytes?.ok) yield ['one bit', flippedBit(bytes.value)]
}

/** A hash, key or signature with one bit flipped, another one for each. */
function flippedBit(bytes: Uint8Array): string {
  const bit = bytes.reduce((sum, byte) => sum + byte, 0) % (8 * bytes.length)
  return encodeBase64url(bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)))
}
