/** What awaits `isOpen` goes on once `open` is called: for answers that a test holds back. */
export function createGate(): { isOpen: Promise<void>; open(): void } {
  let open = (): void => {}
  const isOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  return { isOpen, open }
}
