/** Permissions of an administrator, one for each page. */
export const RECHARGE_ORDERS = 'recharge-orders'
export const WITHDRAW_ORDERS = 'withdraw-orders'
