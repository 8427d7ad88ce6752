/** Of what is kept of the linked wallets. */
export const WALLETS_KEY = ['wallets']
