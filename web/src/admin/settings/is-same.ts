/** Whether two contents of a form say the same: objects of JSON values, with the same names in the same order. */
export const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other)
