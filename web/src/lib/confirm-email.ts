import { type ComponentType, createContext, useContext } from 'react'

export interface ConfirmEmailProps {
  email: string
  /** The form stays as it is until this is over. */
  onDone: () => Promise<void>
}

/** The form for a code that shows whose an address is, given by the app: codes by mail are another feature's. */
export const ConfirmEmail = createContext<ComponentType<ConfirmEmailProps>>(() => null)

export const useConfirmEmail = (): ComponentType<ConfirmEmailProps> => useContext(ConfirmEmail)
