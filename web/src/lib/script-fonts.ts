/** Of languages in scripts beyond Latin and Cyrillic: their fonts come only when one of them is shown. */
const WITH_SCRIPT = /^(ar|hi)/

/**
 * Resolves when the letters of a language can be drawn, so that its lines keep their lengths once they are shown; when they
 * cannot be loaded, or do not come in time, it resolves too.
 */
export async function loadScript(locale: string): Promise<void> {
  if (!WITH_SCRIPT.test(locale)) return
  await import('./script-letters.ts').then((letters) => letters.loadLetters(locale)).catch(() => undefined)
}

/** Where all languages are named in their own script. */
export function loadAllScripts(): void {
  import('./script-letters.ts').then((letters) => letters.declareAll()).catch(() => undefined)
}
