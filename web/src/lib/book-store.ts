import type { Book } from '@truestrike/protocol/scalars.ts'
import { create } from 'zustand'
import { readStored, writeStored } from './browser-storage.ts'

interface BookChoice {
  book: Book
  setBook(book: Book): void
}

const BOOK_KEY = 'book'

/** Which funds the screens show and trade with; practice funds until the user says otherwise. */
export const useBook = create<BookChoice>()((set) => ({
  book: readStored(BOOK_KEY) === 'real' ? 'real' : 'demo',
  setBook(book) {
    writeStored(BOOK_KEY, book)
    set({ book })
  },
}))
