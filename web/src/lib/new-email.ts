import { type ComponentType, createContext, useContext } from 'react'

export interface NewEmailProps {
  /** False: it is the first one, and nobody is told. */
  hasEmail: boolean
  onDone: () => void
  /** Too long ago: whose the session is has to be shown once more. */
  onProofEnded: () => void
}

/** The form for a new address, given by the app: codes by mail are another feature's. */
export const NewEmail = createContext<ComponentType<NewEmailProps>>(() => null)

export const useNewEmail = (): ComponentType<NewEmailProps> => useContext(NewEmail)
