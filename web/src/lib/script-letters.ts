/** A script beyond Latin and Cyrillic: its font comes only when its language is shown. */
interface Script {
  /** The tag of a language begins so. */
  language: string
  family: string
  /** A letter that the font has. */
  letter: string
  declare: () => Promise<unknown>
}

const SCRIPTS: readonly Script[] = [
  { language: 'ar', family: 'Noto Sans Arabic', letter: 'ع', declare: () => import('./font-arabic.css') },
  {
    language: 'hi',
    family: 'Noto Sans Devanagari',
    letter: 'अ',
    declare: () => import('./font-devanagari.css'),
  },
]

/** One weight of each cut: text, controls, values. */
const WEIGHTS = [450, 550, 600]

/** Longer than this nobody waits for letters, ms: the system's own stand in until they come. */
const WAIT_MS_MAX = 1_000

/** Without it the system's own font stands in. */
async function load({ family, letter, declare }: Script): Promise<void> {
  await declare()
  await Promise.all(WEIGHTS.map((weight) => document.fonts.load(`${weight} 1em "${family}"`, letter)))
}

/** Resolves when the letters of a language can be drawn, cannot be loaded, or have not come in time. */
export async function loadLetters(locale: string): Promise<void> {
  const script = SCRIPTS.find(({ language }) => locale.startsWith(language))
  if (script === undefined) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS_MAX)
  })
  await Promise.race([load(script).catch(() => undefined), late])
  clearTimeout(timer)
}

/** The letters of every script come where they are first drawn. */
export async function declareAll(): Promise<void> {
  await Promise.all(SCRIPTS.map(({ declare }) => declare()))
}
