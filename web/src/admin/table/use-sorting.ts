import { moveTo, usePageAddress } from '../frame/page-address.ts'

export interface Sorting {
  key: string
  isAscending: boolean
}

export interface SortedBy extends Sorting {
  /** A press on a heading: by this one, and then the other way round. */
  press(key: string): void
}

/** `-stake` for the largest first, `stake` for the smallest. */
export const sortingText = ({ key, isAscending }: Sorting): string => `${isAscending ? '' : '-'}${key}`

/** What an address says, when it names one of the keys. */
export function readSorting<K extends string>(
  text: string | null,
  keys: readonly K[],
): { key: K; isAscending: boolean } | null {
  const isAscending = text?.startsWith('-') === false
  const key = keys.find((each) => each === (isAscending ? text : text?.slice(1)))
  return key === undefined ? null : { key, isAscending }
}

/** The order of a list, kept in the page's address; `standing` is the one of an address that names none. */
export function useSorting<K extends string>(keys: readonly K[], standing: Sorting & { key: K }) {
  const search = usePageAddress((address) => address.search)
  const sorting = readSorting(new URLSearchParams(search).get('sort'), keys) ?? standing
  return {
    ...sorting,
    press(key: string): void {
      const params = new URLSearchParams(search)
      // Figures and times are wanted from the greatest down.
      const next = { key, isAscending: key === sorting.key && !sorting.isAscending }
      if (sortingText(next) === sortingText(standing)) params.delete('sort')
      else params.set('sort', sortingText(next))
      moveTo(params)
    },
  }
}
