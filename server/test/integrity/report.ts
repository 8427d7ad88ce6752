import type { Reporter, TestModule } from 'vitest/node'
import type { AttackRecord } from './attack-record.ts'

/** Prints what the attacks have brought, in order of their numbers. */
export default class IntegrityReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const told: (AttackRecord & { held: boolean })[] = []
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { attack } = test.meta()
        if (attack !== undefined) told.push({ ...attack, held: test.ok() })
      }
    }
    if (told.length === 0) return
    told.sort((a, b) => a.number - b.number)
    const lines = told.flatMap(({ number, name, lines: found, held }) => [
      `${number.toString().padStart(2)} ${held ? 'held  ' : 'BREACH'} ${name}`,
      ...found.map((line) => `            ${line}`),
    ])
    const breaches = told.filter(({ held }) => !held).length
    const sum = breaches === 0 ? `${told.length} held` : `${breaches} of ${told.length} BREACHED`
    process.stdout.write(
      `\nIntegrity report (profits as shares of the stake)\n\n${lines.join('\n')}\n\n${sum}\n`,
    )
  }
}
