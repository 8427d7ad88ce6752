/** What the system refused at the start, told by the setting that leads there: the operator can mend it. */
export class StartFault extends Error {
  constructor(name: string, expected: string, cause: Error) {
    super(`${name}: expected ${expected} (${cause.message})`, { cause })
    this.name = 'StartFault'
  }
}

/** Runs a step of the start; a refusal of the system becomes a `StartFault` naming the setting, anything else stays. */
export async function namingSetting<T>(name: string, expected: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw new StartFault(name, expected, error)
    throw error
  }
}
