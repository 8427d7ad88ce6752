const DURATION_SECONDS = 7

/**
 * What `placeOrder` takes for a contract that settles within seconds, for tests that need settled ones and need not
 * see them run for long. The products of end-to-end tests offer it for these pairs alone.
 */
export const SHORT = { symbol: 'ETHUSDT', durationSeconds: DURATION_SECONDS } as const
export const OTHER_SHORT = { symbol: 'LINKUSDT', durationSeconds: DURATION_SECONDS } as const
