/** Gives a value to the user as a file of JSON. */
export function downloadJson(name: string, value: unknown): void {
  downloadFile(name, new Blob([`${JSON.stringify(value, null, 1)}\n`], { type: 'application/json' }))
}

export function downloadFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the file by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
