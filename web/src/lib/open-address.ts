/** Has the browser get a file that the server gives out as one; the page stays. */
export function openAddress(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
