/** The form of an address; its checksum is for the server, so that the page needs no hash function. */
const ADDRESS = { eth: /^0x[0-9a-fA-F]{40}$/, tron: /^T[1-9A-HJ-NP-Za-km-z]{33}$/ }

/** Whether what was typed can be an address of this network. */
export const isAddress = (network: keyof typeof ADDRESS, typed: string): boolean =>
  ADDRESS[network].test(typed.trim())
