import { createContext, type ReactNode, useContext } from 'react'

export type Gate = (props: { children: ReactNode }) => ReactNode

/** What asks a user to show anew that he is the owner, before it shows what is inside. Given by the app: it takes parts of two features. */
export const ProofGate = createContext<Gate>(({ children }) => children)

export const useProofGate = (): Gate => useContext(ProofGate)
