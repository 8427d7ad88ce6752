import type { ConfigChange } from '@truestrike/protocol/config-endpoints.ts'

type Fields = ConfigChange['fields']

/** What is different between two versions, by dotted names; things of a list by their place. */
export function changedFields(before: object, after: object): Fields {
  const [was, is] = [flatten(before), flatten(after)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((field): Fields => {
    const pair = { before: was.get(field) ?? null, after: is.get(field) ?? null }
    return pair.before === pair.after ? [] : [{ field, ...pair }]
  })
}

function flatten(value: unknown, name = '', into = new Map<string, string>()): Map<string, string> {
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value))
      flatten(inner, name === '' ? key : `${name}.${key}`, into)
  } else if (value !== null && value !== undefined) into.set(name, String(value))
  return into
}
