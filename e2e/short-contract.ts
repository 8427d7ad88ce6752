const DURATION_SECONDS = 4

/**
 * What `placeOrder` takes for a contract that settles within seconds, for tests that need settled ones and look at nothing
 * before. The shared product offers it for these pairs alone.
 */
export const SHORT = { symbol: 'ETHUSDT', durationSeconds: DURATION_SECONDS } as const
export const OTHER_SHORT = { symbol: 'LINKUSDT', durationSeconds: DURATION_SECONDS } as const
