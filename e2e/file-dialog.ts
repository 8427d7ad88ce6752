import type { Locator, Page } from '@playwright/test'
import { pdfFixture } from '@truestrike/core/paper/pdf-fixture.ts'
import { photo } from './photo.ts'

export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Chooses a file in the browser's own dialog, which a press on `opener` opens. */
export async function chooseFile(page: Page, opener: Locator, file: ChosenFile): Promise<void> {
  const dialog = page.waitForEvent('filechooser')
  await opener.click()
  await (await dialog).setFiles(file)
}

/** The button that opens it, by its words. */
export const filePicker = (part: Page | Locator, name: string): Locator =>
  part.locator('label.file-picker').filter({ hasText: name })

export const picture = (name: string, width: number, height: number): ChosenFile => ({
  ...{ name, mimeType: 'image/png', buffer: photo(width, height) },
})

/** Of one page; `objects`: what else is in it. */
export const pdf = (name: string, objects: readonly string[] = []): ChosenFile => ({
  ...{ name, mimeType: 'application/pdf', buffer: Buffer.from(pdfFixture(objects)) },
})

/** What is refused of PDFs, each with the key of its text. */
export const FAULTY_PDFS: readonly (readonly [file: ChosenFile, fault: string])[] = [
  [{ ...pdf('cut-off.pdf'), buffer: pdf('').buffer.subarray(0, 300) }, 'upload:unreadable'],
  [pdf('active.pdf', ['<< /S /JavaScript /JS (app.alert) >>']), 'upload:active'],
]

/** No picture and no document, whatever its name. */
export const NOTES: ChosenFile = {
  name: 'notes.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('no picture'),
}

/** A byte more than is taken. */
export const TOO_LARGE: ChosenFile = {
  name: 'large.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
}
