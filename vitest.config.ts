import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longestFirst } from './scripts/test-durations.mjs'
import { filesLeftOut } from './scripts/test-plan.mjs'
import { ENGINE_FLAGS } from './server/test/engine-flags.ts'

const { CI, TEST_DATABASE_URL, TEST_PLAN } = process.env

/**
 * Project by project in their order below, the longest first: a worker keeps what it has read only where its next file is of
 * the same project.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const compare = longestFirst()
    const place = ({ project }: TestSpecification) => this.ctx.projects.indexOf(project)
    return (await super.sort(files)).sort((a, b) => place(a) - place(b) || compare(a.moduleId, b.moduleId))
  }
}

export default defineConfig({
  test: {
    // CI runs the same files up to three times.
    experimental: { fsModuleCache: CI !== undefined },
    // On the embedded database a test waits for half of its time, which another one can use. PostgreSQL works beside the tests:
    // with one more of them at a time all take a tenth longer (docs/performance.md).
    maxWorkers: TEST_DATABASE_URL ? availableParallelism() : availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'server',
          execArgv: ENGINE_FLAGS,
          // Half of a file's time would go into reading the server anew; its modules keep nothing between apps.
          isolate: false,
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
          exclude: TEST_PLAN ? filesLeftOut(TEST_PLAN, TEST_DATABASE_URL ? 'postgres' : 'embedded') : [],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'verify',
          execArgv: ENGINE_FLAGS,
          isolate: false,
          include: ['verify/src/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'scripts',
          isolate: false,
          include: ['scripts/**/*.test.mjs'],
          testTimeout: 60_000,
        },
      },
      { test: { name: 'core', isolate: false, include: ['core/src/**/*.test.ts'] } },
      { test: { name: 'protocol', isolate: false, include: ['protocol/src/**/*.test.ts'] } },
      // The shortest: they fill the time beside the last of the others.
      {
        test: {
          name: 'web',
          // As above: two thirds of its time would go into reading the pages anew for every file.
          isolate: false,
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['web/src/lib/test-setup.ts'],
          alias: [
            { find: /^zustand$/, replacement: join(import.meta.dirname, 'web/src/lib/test-stores.ts') },
          ],
          environment: 'happy-dom',
          testTimeout: 30_000,
        },
      },
    ],
  },
})
