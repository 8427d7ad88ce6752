/** What a script of the repository (its name in scripts/) exports. */
export const importScript = async <T>(name: string): Promise<T> =>
  (await import(new URL(`../../scripts/${name}.mjs`, import.meta.url).href)) as T
