import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { objectStream, pdf, SCRIPT } from '../../test/pdfs.ts'
import { picture } from '../../test/pictures.ts'
import { costMs } from '../../test/worked-time.ts'
import { AppError } from './app-error.ts'
import { checkPdf } from './pdf.ts'

function verdict(bytes: Uint8Array): string {
  try {
    checkPdf(bytes)
    return 'taken'
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}
const verdicts = (files: Record<string, Uint8Array>) =>
  Object.entries(files).map(([name, file]) => `${name}: ${verdict(file)}`)
const all = (files: Record<string, unknown>, code: string) =>
  Object.keys(files).map((name) => `${name}: ${code}`)

const LINK = '<< /S /URI /URI (https://bank.example) >>'
/** A remark: to whoever reads the file, a blank. */
const R = '%c\r\n'

test('[F2] [F9] harmless PDFs are taken: with object streams, links, outlines, and the page they open at', async () => {
  const files = {
    plain: pdf(),
    'packed objects': pdf([objectStream('<< /Title (Receipt) >>')]),
    'objects not packed': pdf([objectStream('<< /A 1 >>', { pack: Buffer.from, filter: '' })]),
    'opens at a page': pdf([], '/OpenAction [3 0 R /XYZ null null 0]'),
    'opens at a page by a reference': pdf(['<< /S /GoTo /D [3 0 R /Fit] >>'], '/OpenAction 4 0 R'),
    'a link': pdf(['<< /S /URI /URI (https://bank.example) >>']),
    outlines: pdf(['<< /Type /Outlines /First 5 0 R /Last 5 0 R >>', '<< /Title (a) /Parent 4 0 R >>']),
    'a word in the text': pdf(['(JavaScript and Encrypt)']),
    'remarks between its objects': pdf(['% made by a bank, 100 % harmless\n<< /Title (a) >> % a title']),
    'opens at a page, with a remark': pdf([LINK], '/OpenAction % the first\n [3 0 R /Fit]'),
    'percent signs in texts': pdf([LINK, '<< /Title (Fee /AA % 10 %) /Note (50% /OpenAction 20%) >>']),
    'percent signs in a packed text': pdf([objectStream('<< /Title (Fee 10 % /EF % 4 0 obj) >>')]),
    'percent signs in a stream': pdf(['<< /Length 26 >>\nstream\n(10 % of /EF %) Tj 5 0 0 RG\nendstream']),
    'a name spelled in numbers': pdf(['<< /Fee#2010#25 (1 %) >>']),
  }
  expect(verdicts(files)).toEqual(all(files, 'taken'))
})

test('[F2] [F9] what is encrypted is refused as that, however the word is spelled', async () => {
  const files = {
    encrypted: pdf(['<< /Filter /Standard /V 2 >>'], '', '/Encrypt 4 0 R'),
    'spelled otherwise': pdf([], '', '/En#63rypt << /Filter /Standard >>'),
  }
  expect(verdicts(files)).toEqual(all(files, 'PDF_ENCRYPTED'))
})

test('[F2] [F9] scripts, programs, embedded files and forms that run are refused wherever they are', async () => {
  const files = {
    'a script': pdf([SCRIPT]),
    'a script that runs at once': pdf([], `/OpenAction ${SCRIPT}`),
    'its name spelled in numbers': pdf(['<< /S /J#61va#53cript /JS 5 0 R >>']),
    'in an object stream': pdf([objectStream(SCRIPT)]),
    'spelled in numbers, in an object stream': pdf([objectStream('<< /S /#4aavaScript >>')]),
    'in an object stream that is not packed': pdf([objectStream(SCRIPT, { pack: Buffer.from, filter: '' })]),
    'replaced by a later object': pdf([objectStream(SCRIPT), objectStream('<< /Harmless true >>')]),
    'in what looks like a text': pdf([`<< /Length 60 >>\nstream\n9 0 obj ${SCRIPT} endobj\nendstream`]),
    'a program': pdf(['<< /S /Launch /F (calc.exe) >>']),
    'an embedded file': pdf(['<< /Type /Filespec /EF << /F 5 0 R >> >>', '<< /Type /EmbeddedFile >>']),
    'an embedded file without its type': pdf(['<< /EF\0\t5 0 R >>']),
    'a list of embedded files': pdf([], '/Names << /EmbeddedFiles 4 0 R >>'),
    'a file on a page': pdf(['<< /Subtype /FileAttachment >>']),
    'a form that runs': pdf([], '/AcroForm << /XFA [(a) 5 0 R] >>'),
    media: pdf(['<< /Subtype /RichMedia >>']),
    'a form that is sent': pdf(['<< /S /SubmitForm >>']),
    'goes to an address by itself': pdf(['<< /S /URI /URI (https://evil.example) >>'], '/OpenAction 4 0 R'),
    'goes there when a page is shown': pdf(['<< /AA << /O << /S /URI /URI (x) >> >> >>']),
  }
  expect(verdicts(files)).toEqual(all(files, 'PDF_ACTIVE'))
})

test('[F2] [F9] a remark before a value, or in it, hides nothing, nor do signs of a remark in texts', async () => {
  const files = {
    'a form that runs': pdf([], `/AcroForm << /XFA ${R} 4 0 R >>`),
    'a form that runs, its parts in a list': pdf([], `/AcroForm << /XFA%\n[(a) 5 0 R] >>`),
    'an embedded file': pdf([`<< /Type /Filespec /F (evil.exe) /EF ${R} << /F 5 0 R >> >>`], '/AF [4 0 R]'),
    'goes to an address by itself': pdf([LINK], `/OpenAction ${R} 4 0 R`),
    'remarks in a reference': pdf([LINK], `/OpenAction 4${R}0 ${R} R`),
    'several remarks': pdf([LINK], `/OpenAction ${R}${R} \0${R} 4 0 R`),
    'a sign in a text of the same line': pdf([LINK], `/Fee (10 % /AA %) /OpenAction ${R} 4 0 R`),
    'no end of line in the remark': pdf([], '/AcroForm << /XFA %a#0ab\n 4 0 R >>'),
    'in an object stream': pdf([objectStream(`<< /EF ${R} 5 0 R >>`)]),
    'in one that is not packed': pdf([
      objectStream(`<< /EF ${R} 5 0 R >>`, { pack: Buffer.from, filter: '' }),
    ]),
    'a subtype': pdf([`<< /Subtype ${R} /3D >>`]),
  }
  expect(verdicts(files)).toEqual(all(files, 'PDF_ACTIVE'))
  const hidden = {
    'a hidden object stream': pdf([objectStream(SCRIPT, { type: '' }).replace('/First ', `/First ${R}`)]),
    'more remarks than anyone makes': pdf([LINK], `/OpenAction ${R.repeat(20)} 4 0 R`),
  }
  expect(verdicts(hidden)).toEqual(all(hidden, 'PDF_UNREADABLE'))
})

test('[F2] [F9] bodies, media and what they run are refused, and files that are fetched', async () => {
  const files = {
    'a body': pdf(['<< /Type /Annot /Subtype /3D /3DD 5 0 R >>']),
    'a body, its kind elsewhere': pdf(['<< /Type /Annot /Subtype 6 0 R /3DD 5 0 R >>']),
    'a script of a body': pdf(['<< /Type /3D /OnInstantiate 5 0 R >>']),
    'a view of a body': pdf(['<< /S /GoTo3DView /TA 5 0 R >>']),
    'a list of scripts': pdf([], '/Names << /JavaScript << /Names [(a) 4 0 R] >> >>'),
    'a list of media': pdf([], '/Names << /Renditions 4 0 R >>'),
    'media on a page': pdf(['<< /Subtype /Screen >>']),
    'a rendition': pdf(['<< /S /Rendition /OP 0 >>']),
    'an order to media': pdf(['<< /S /RichMediaExecute >>']),
    film: pdf(['<< /Subtype /Movie >>']),
    sound: pdf(['<< /S /Sound >>']),
    'data for a form': pdf(['<< /S /ImportData /F (a.fdf) >>']),
    'goes into an embedded file': pdf(['<< /S /GoToE >>']),
    'a slide show': pdf([], '/Names << /AlternatePresentations 4 0 R >>'),
    'a program of a printer': pdf(['<< /Type /XObject /Subtype /PS >>']),
    'a file that is fetched': pdf(['<< /FS /URL /F (https://evil.example) >>']),
    'goes to an article elsewhere': pdf(['<< /S /Thread /F (x.pdf) >>'], '/OpenAction 4 0 R'),
  }
  expect(verdicts(files)).toEqual(all(files, 'PDF_ACTIVE'))
})

test('[F2] [F9] what cannot be looked through is refused: cut off, mixed with other files, packed twice, or a bomb', async () => {
  const whole = pdf([objectStream('<< /A 1 >>')])
  const bomb = deflateSync(Buffer.alloc(40_000_000))
  const twice = {
    pack: (text: string) => deflateSync(deflateSync(text)),
    filter: '/Filter [/FlateDecode /FlateDecode]',
  }
  const files = {
    'cut off': whole.subarray(0, whole.length - 40),
    'cut in the middle': whole.subarray(0, whole.length >> 1),
    'its beginning alone': Buffer.from('%PDF-1.7'),
    'something before it': Buffer.concat([Buffer.from('GIF89a\n'), whole]),
    'a picture before it': Buffer.concat([await picture('jpeg'), whole]),
    'a page behind it': Buffer.concat([whole, Buffer.from('<script>alert(1)</script>')]),
    'an archive behind it': Buffer.concat([whole, Buffer.from('PK\x03\x04............')]),
    'a page of the web': Buffer.from('%PDF-1.7\n<html><script>alert(1)</script></html>'),
    'a table that is not there': Buffer.from(
      whole.toString('latin1').replace(/startxref\n\d+/, 'startxref\n9'),
      'latin1',
    ),
    'no pages': Buffer.from(whole.toString('latin1').replaceAll('/Page', '/Leaf'), 'latin1'),
    'packed twice': pdf([objectStream(SCRIPT, twice)]),
    'packed otherwise': pdf([objectStream(SCRIPT, { filter: '/Filter [/ASCIIHexDecode /FlateDecode]' })]),
    'packed with a predictor': pdf([
      objectStream(SCRIPT, { filter: '/Filter /FlateDecode /DecodeParms 5 0 R' }),
    ]),
    'nested in its dictionary': pdf([
      objectStream(SCRIPT, { filter: '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>' }),
    ]),
    'in another file': pdf([objectStream('<< >>', { filter: '/Filter /FlateDecode /F 7 0 R' })]),
    'an object stream that does not say so': pdf([objectStream(SCRIPT, { type: '' })]),
    'an object stream that says so otherwise': pdf([objectStream(SCRIPT, { type: '/Type /Obj#53tm' })]),
    'not packed at all': pdf([objectStream(SCRIPT, { pack: () => Buffer.from('never deflated') })]),
    'a bomb': pdf([objectStream('<< >>', { pack: () => bomb })]),
    'many bombs': pdf(
      Array.from({ length: 30 }, () =>
        objectStream('<< >>', { pack: () => deflateSync(Buffer.alloc(4_000_000)) }),
      ),
    ),
  }
  expect(verdicts(files)).toEqual(all(files, 'PDF_UNREADABLE'))
})

/** Processor time of judging a file that is filled up with a text, in ms. */
function costOf(text: string, bytes: number): number {
  const file = pdf([text.repeat(Math.floor(bytes / text.length))])
  return costMs(() => verdict(file), 1)
}

test.each([
  '1',
  '1 ',
  ' ',
  '/First ',
  '1 0 obj',
  '1 0 obj<<',
  '/OpenAction ',
  '/AA %',
  '/AA 1 ',
  '/AA %\n',
  '/First %',
  '/First 1 ',
  '%',
  '/ObjStm',
  '#2f',
  'startxref 1 ',
])('[F2] a file four times as large takes about four times as long, whatever fills it: %j', (text) => {
  const [small, large] = [costOf(text, 600_000), costOf(text, 2_400_000)]
  // Sixteen times as long where the time grew with the square. What is so fast that the clock is coarse is left aside.
  expect(large).toBeLessThan(8 * small + 200)
})
