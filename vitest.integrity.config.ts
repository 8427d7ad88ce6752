import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longestFirst } from './scripts/test-durations.mjs'
import { ENGINE_FLAGS } from './server/test/engine-flags.ts'

/** The longest one begins first: the others fill the time beside it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const compare = longestFirst()
    return (await super.sort(files)).sort((a, b) => compare(a.moduleId, b.moduleId))
  }
}

/** `npm run integrity`: not part of `npm test`, as it takes more than a minute. */
export default defineConfig({
  test: {
    name: 'integrity',
    include: [
      process.env.SOAK_SEEDS ? 'server/test/integrity/*.soak.ts' : 'server/test/integrity/*.attack.ts',
    ],
    testTimeout: process.env.SOAK_SEEDS ? 3_600_000 : 600_000,
    hookTimeout: 600_000,
    experimental: { fsModuleCache: process.env.CI !== undefined },
    execArgv: ENGINE_FLAGS,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    reporters: [
      'default',
      './server/test/integrity/report.ts',
      ...(process.env.TEST_REPORT ? ['./scripts/json-report.mjs'] : []),
    ],
  },
})
