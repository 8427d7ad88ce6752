import type { Clock } from '../platform/clock.ts'
import { type RandomBytes, randomText } from '../platform/secret-token.ts'

const DAY_MS = 24 * 3_600_000
/** About 117 bits; no signs that look alike. */
const LENGTH = 20
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ'

/** Shown once; opens nothing but the form that replaces it. */
export const newOneTimePassword = (random: RandomBytes): string => randomText(random, ALPHABET, LENGTH)

export const oneTimeExpiryMs = (clock: Clock): number => Math.floor(clock.nowMs() + dayMs(clock))

/** A day of people's time, in ms of the service clock. */
export const dayMs = (clock: Clock): number => Math.floor(DAY_MS * clock.speed)
