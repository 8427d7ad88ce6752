import { moveTo, usePageAddress } from '../frame/page-address.ts'

/** What the address of a page of rows says; a filter that is changed closes what lies open. */
export function useRowAddress(openName: string) {
  const search = usePageAddress((address) => address.search)
  const params = new URLSearchParams(search)
  const change = (changes: Record<string, string | number | null>, isStep = false): void => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(name)
      else next.set(name, String(value))
    }
    moveTo(next, isStep)
  }
  const openId = params.get(openName)
  return {
    ...{ params, change, openId },
    text: (name: string): string => params.get(name) ?? '',
    filter: (changes: Record<string, string | number | null>) => change({ ...changes, [openName]: null }),
    show: (id: string | null) => change({ [openName]: id }, id !== null && openId === null),
  }
}
