/** Scripts beyond Latin and Cyrillic bring their font only when their language is shown. */
export async function loadScript(locale: string): Promise<void> {
  try {
    if (locale.startsWith('ar')) await import('./font-arabic.css')
    if (locale.startsWith('hi')) await import('./font-devanagari.css')
  } catch {
    // The system's own font then stands in.
  }
}

/** Where all languages are named in their own script. */
export function loadAllScripts(): void {
  void loadScript('ar')
  void loadScript('hi')
}
