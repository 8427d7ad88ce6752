import { remOf } from './rem.ts'

interface AvatarProps {
  name: string
  /** Address of the picture, or null for the letters of the name. */
  picture: string | null
  /** px at the usual size of letters, with which it grows; 28 unless told. */
  size?: number
}

/** Decorative: the name stands beside it or in a label. */
export function Avatar({ name, picture, size }: AvatarProps) {
  return (
    <span
      className="avatar"
      aria-hidden="true"
      {...(size ? { style: { width: remOf(size), height: remOf(size) } } : {})}
    >
      {picture === null ? initialsOf(name) : <img src={picture} alt="" />}
    </span>
  )
}

/** Two letters: of the first two words (`mira.k` → MK), else the first two of the name. */
function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const [first = '', second] = words
  const letters = second ? [...first].slice(0, 1).concat([...second].slice(0, 1)) : [...first].slice(0, 2)
  return letters.join('').toUpperCase()
}
