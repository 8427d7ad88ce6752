/** Parts of a sentence that keep their own direction in whatever language is around them. */

/** Words and dates: the direction of their first letter (FSI). */
export const isolated = (text: string): string => `\u2068${text}\u2069`

/** Figures, codes and addresses: left to right (LRI). */
export const isolatedLtr = (text: string | number): string => `\u2066${text}\u2069`
