// What the pages import as `zustand` while they are tested (`vitest.config.ts`): its own stores, which can all be put back.
import { create as createStore } from 'zustand/react'
import type { StateCreator } from 'zustand/vanilla'

export * from 'zustand/vanilla'

const resets = new Set<() => void>()

function make<State>(creator: StateCreator<State>) {
  const store = createStore(creator)
  resets.add(() => store.setState(store.getInitialState(), true))
  return store
}

export const create = (creator?: StateCreator<unknown>) => (creator === undefined ? make : make(creator))

/** Every store is again what it was when it was made. */
export function resetStores(): void {
  for (const reset of resets) reset()
}
