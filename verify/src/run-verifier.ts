import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseSiteKeys } from '@truestrike/core/proof/site-keys.ts'
import { parseStrictJson } from '@truestrike/core/proof/strict-json.ts'
import { type LiabilityVerdict, verifyLiability } from '@truestrike/core/proof/verify-liability.ts'
import { type Verdict, verifyReceipt } from '@truestrike/core/proof/verify-receipt.ts'
import { describeLiability, isLiability, liabilityVerdictJson } from './describe-liability.ts'
import { describeVerdict, verdictJson } from './describe-verdict.ts'
import { CANNOT_READ, NOT_JSON, NOT_KEYS, TOO_LARGE, USAGE } from './words.ts'

export const EXIT = { good: 0, doesNotHold: 1, unknownKey: 2, unreadable: 3 } as const
const FILE_BYTES_MAX = 64 << 20
export const PINNED_KEYS = '.config/truestrike/keys.json'

/** What the command needs of the machine. */
export interface Surroundings {
  readonly homeDir: string
  readFile(path: string): Uint8Array
  print(text: string): void
  printError(text: string): void
}

export class Unreadable extends Error {}

/** Runs the command; answers its exit code. */
export function runVerifier(args: readonly string[], around: Surroundings): number {
  let json = args.includes('--json')
  try {
    const options = readArguments(args)
    json = options.json
    const keysPath = options.keys ?? join(around.homeDir, PINNED_KEYS)
    const receipt = readJson(around, options.receipt)
    const keys = parseSiteKeys(readJson(around, keysPath))
    if (!keys.ok) throw new Unreadable(`${keysPath} ${NOT_KEYS} (${keys.code})`)
    if (isLiability(receipt)) {
      const verdict = verifyLiability(receipt, keys.value)
      around.print(`${json ? JSON.stringify(liabilityVerdictJson(verdict)) : describeLiability(verdict)}\n`)
      return exitCodeOf(verdict)
    }
    const verdict = verifyReceipt(receipt, keys.value)
    around.print(`${json ? JSON.stringify(verdictJson(verdict)) : describeVerdict(verdict)}\n`)
    return exitCodeOf(verdict)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    if (json) around.print(`${JSON.stringify({ ok: false, error: error.message })}\n`)
    else around.printError(`${error.message}\n`)
    return EXIT.unreadable
  }
}

function exitCodeOf(verdict: Verdict | LiabilityVerdict): number {
  if (verdict.ok) return EXIT.good
  return verdict.code === 'unknown-key' ? EXIT.unknownKey : EXIT.doesNotHold
}

function readArguments(args: readonly string[]): {
  receipt: string
  keys: string | undefined
  json: boolean
} {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { keys: { type: 'string' }, json: { type: 'boolean', default: false } },
    })
    const [receipt] = positionals
    if (receipt !== undefined && positionals.length === 1)
      return { receipt, keys: values.keys, json: values.json }
  } catch {
    // Node's words name an option; the usage says more.
  }
  throw new Unreadable(USAGE.trimEnd())
}

export function readJson({ readFile }: Surroundings, path: string): unknown {
  let bytes: Uint8Array
  try {
    bytes = readFile(path)
  } catch {
    throw new Unreadable(`${path} ${CANNOT_READ}`)
  }
  if (bytes.length > FILE_BYTES_MAX) throw new Unreadable(`${path} ${TOO_LARGE}`)
  try {
    return parseStrictJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    throw new Unreadable(`${path} ${NOT_JSON}`)
  }
}
