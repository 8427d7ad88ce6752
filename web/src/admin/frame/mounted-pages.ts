import type { ComponentType } from 'react'

const pages = new Map<string, ComponentType>()

/** Stands in for `mount-page.tsx` in tests of whole pages: test files share modules, and a page mounts itself once. */
export async function mountPage(path: string, Page: ComponentType): Promise<void> {
  pages.set(path, Page)
}

/** A page that was loaded, here or by the test file before. */
export function mountedPage(path: string): ComponentType {
  const Page = pages.get(path)
  if (Page === undefined) throw new Error(`${path} mounts no page`)
  return Page
}
