import { createContext, type ReactNode, useContext } from 'react'

export interface GateProps {
  /** A mailed code is not enough: the address is what changes. */
  withoutMail?: boolean
  children: ReactNode
}
export type Gate = (props: GateProps) => ReactNode

/** What asks a user to show anew that he is the owner, before it shows what is inside. Given by the app: it takes parts of two features. */
export const ProofGate = createContext<Gate>(({ children }) => children)

export const useProofGate = (): Gate => useContext(ProofGate)
