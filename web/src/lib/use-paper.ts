import { useRef, useState } from 'react'
import { readPaperFault } from './upload.ts'

type Fault = Awaited<ReturnType<typeof readPaperFault>>

/** A paper that was chosen to be sent, and what speaks against it as soon as it has been looked into; both of the newest choice. */
export function usePaper() {
  const [file, setFile] = useState<File>()
  const [fault, setFault] = useState<Fault>(null)
  const newest = useRef<Promise<Fault>>(Promise.resolve(null))
  return {
    file,
    /** One of the keys of `upload.json`. */
    fault,
    async choose(chosen: File): Promise<void> {
      setFile(chosen)
      setFault(null)
      const looking = readPaperFault(chosen)
      newest.current = looking
      const found = await looking
      if (newest.current === looking) setFault(found)
    },
    /** Waits until it has been looked into; nothing chosen is fine. */
    isFine: async (): Promise<boolean> => (await newest.current) === null,
  }
}
