/** Of an address or a transaction, enough to tell it from others. */
export const shortAddress = (text: string): string => `${text.slice(0, 8)}…${text.slice(-7)}`
