interface BrandMarkProps {
  /** Address of the site's own logo, or null for the default mark. */
  logo: string | null
  size?: number
}

/** The site's mark: its logo, or two opposed triangles. Decorative: the name stands beside it or in a label. */
export function BrandMark({ logo, size = 24 }: BrandMarkProps) {
  if (logo !== null) return <img src={logo} alt="" width={size} height={size} />
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d="M12 2.2 20.6 10.7H3.4z" fill="var(--accent)" />
      <path d="M12 21.8 3.4 13.3h17.2z" fill="var(--accent)" opacity=".42" />
    </svg>
  )
}
