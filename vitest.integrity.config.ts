import { defineConfig } from 'vitest/config'

const report = process.env.TEST_REPORT

/** `npm run integrity`: not part of `npm test`, as it takes more than a minute. */
export default defineConfig({
  test: {
    name: 'integrity',
    include: [
      process.env.SOAK_SEEDS ? 'server/test/integrity/*.soak.ts' : 'server/test/integrity/*.attack.ts',
    ],
    testTimeout: process.env.SOAK_SEEDS ? 3_600_000 : 600_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
    reporters: [
      'default',
      './server/test/integrity/report.ts',
      ...(report ? [['json', { outputFile: report }] as [string, object]] : []),
    ],
  },
})
