import { randomBytes } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { pdf } from './pdfs.ts'

const NOISE_BYTES = 4_900_000
/** As many pixels as pictures may have of which a decoder holds three bytes for each; six; eight. */
const THREE_HELD = { width: 6_000, height: 4_000 }
const SIX_HELD = { width: 4_000, height: 3_000 }
const EIGHT_HELD = { width: 3_600, height: 2_500 }

/** Every kind of large file that is taken: nearly five megabytes, which is the most. */
export type BigFile = keyof typeof MAKERS

const MAKERS = {
  PDF: async () => {
    const noise = randomBytes(NOISE_BYTES).toString('latin1')
    return pdf([`<< /Length ${NOISE_BYTES} >>\nstream\n${noise}\nendstream`])
  },
  JPEG: () => photo(THREE_HELD, (noise) => noise.jpeg({ quality: 57 })),
  WebP: () => photo(THREE_HELD, (noise) => noise.webp({ quality: 41, effort: 0 })),
  'WebP without loss': () => drawing(EIGHT_HELD, 2.7, (noise) => noise.webp({ lossless: true, effort: 0 })),
  'interlaced PNG': () =>
    drawing(THREE_HELD, 11.9, (noise) => noise.png({ progressive: true, compressionLevel: 9 })),
  'progressive JPEG': () => photo(THREE_HELD, (noise) => noise.jpeg({ quality: 60, progressive: true })),
  'progressive JPEG with all its colours': () =>
    photo(SIX_HELD, (noise) => noise.jpeg({ quality: 78, progressive: true, chromaSubsampling: '4:4:4' })),
}

export const BIG_FILES = Object.keys(MAKERS) as BigFile[]

export const bigFile = (kind: BigFile): Promise<Buffer> => MAKERS[kind]()

/** The form by which somebody hands a passport in. */
export function paperForm(file: Buffer): FormData {
  const form = new FormData()
  form.set('realName', 'Iris Muster')
  form.set('document', 'passport')
  form.set('file', new Blob([new Uint8Array(file)]), 'paper')
  return form
}

type Sides = typeof THREE_HELD
type Packing = (noise: Sharp) => Sharp

const photo = (sides: Sides, pack: Packing) => packNoise(sides, { grainPx: 5, kernel: 'cubic' }, pack)
const drawing = (sides: Sides, grainPx: number, pack: Packing) =>
  packNoise(sides, { grainPx, kernel: 'nearest' }, pack)

/** Coloured grains, so large that what is packed has about five megabytes. */
async function packNoise(
  { width, height }: Sides,
  { grainPx, kernel }: { grainPx: number; kernel: 'cubic' | 'nearest' },
  pack: Packing,
): Promise<Buffer> {
  const grains = {
    width: Math.ceil(width / grainPx),
    height: Math.ceil(height / grainPx),
    channels: 3,
  } as const
  const noise = randomBytes(grains.width * grains.height * grains.channels)
  return await pack(sharp(noise, { raw: grains }).resize({ width, height, kernel, fit: 'fill' })).toBuffer()
}
