// `npm run soak`: the kill -9 story with many more rounds (KILL_ROUNDS, default 50), on PostgreSQL with
// TEST_DATABASE_URL, else on the embedded database. Takes about half an hour.
process.env.KILL_ROUNDS ??= '50'
process.argv.push('--project', 'server', 'server/test/kill.flow.test.ts')
await import('./test.mjs')
