/** A test by the name of its file and a part of its title that no other title of the file has. */
type TestName = `${string}: ${string}`

/** Something that a person does on a page and that changes something, or brings a file. */
export interface Act {
  id: string
  who: 'guest' | 'trader' | 'administrator'
  page: string
  /** The words on its button or field, by their key in the catalogues. */
  control: string
  /** The calls of the protocol that it leads to; none: it changes this browser alone, or fetches a file. */
  calls: readonly string[]
  done: TestName
  /** The likeliest mistakes, at least two, each with the test that makes it. */
  mistakes: readonly { what: string; test: TestName }[]
  /** Why there is no such act on any other form factor; missing: phone and desktop both have it. */
  only?: Only
}

interface Only {
  device: 'phone' | 'desktop'
  why: string
}

/** `calls`: with blanks between them. `tests`: `done`, then the mistakes by their names. */
export const actsOf =
  (who: Act['who']) =>
  (
    id: string,
    page: string,
    control: string,
    calls: string,
    { done, ...mistakes }: { done: TestName; [mistake: string]: TestName },
    only?: Only,
  ): Act => ({
    id,
    who,
    page,
    control,
    calls: calls.split(' ').filter((call) => call !== ''),
    done,
    mistakes: Object.entries(mistakes).map(([what, test]) => ({ what, test })),
    ...(only === undefined ? {} : { only }),
  })
