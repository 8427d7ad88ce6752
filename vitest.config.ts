import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { ENGINE_FLAGS } from './server/test/engine-flags.ts'

export default defineConfig({
  test: {
    execArgv: ENGINE_FLAGS,
    // Half of a story is waiting; the other half is another file's.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { name: 'core', include: ['core/src/**/*.test.ts'] } },
      { test: { name: 'protocol', include: ['protocol/src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          // Half of a file's time would go into reading the server anew; its modules keep nothing between apps.
          isolate: false,
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'verify', include: ['verify/src/**/*.test.ts'], testTimeout: 120_000 } },
      {
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 30_000,
        },
      },
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'], testTimeout: 60_000 } },
    ],
  },
})
