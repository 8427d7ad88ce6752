/** Before the code that collects results is asked for again. */
const AGAIN_MS = 5_000

/** Results are collected from here on. What it takes comes by itself: the first page has room for nothing it can do without. */
export function followSettled(): void {
  import('./settled-watch.ts').then(
    ({ watchSettled }) => watchSettled(),
    () => setTimeout(followSettled, AGAIN_MS),
  )
}
