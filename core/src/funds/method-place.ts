export interface MethodPlace {
  network: string | null
  address: string | null
  accountName: string | null
  accountNumber: string | null
  bankName: string | null
}

export const METHOD_PLACE = ['network', 'address', 'accountName', 'accountNumber', 'bankName'] as const

/** Whether money sent by the one deposit method arrives where it does by the other, whatever is said of them. */
export const isSamePlace = (one: MethodPlace, other: MethodPlace): boolean =>
  METHOD_PLACE.every((key) => one[key] === other[key])
