import type { Locale } from '@truestrike/protocol/messages/locales.ts'

/** What a mail says, in the order it is read. */
export interface MailParts {
  locale: Locale
  siteName: string
  subject: string
  paragraphs: readonly string[]
  /** Stands alone and large, after the first `codeAfter` paragraphs. */
  code?: { text: string; after: number }
  /** Quiet lines at the end. */
  footer: readonly string[]
  /** The one link a mail may have, last: a way to get no more of them. */
  link?: { text: string; url: string }
}

// Mail programs know neither variables nor classes of ours: every element carries its own style.
const TEXT = 'margin:0 0 16px;font-size:16px;line-height:24px;color:#1d2430'
const QUIET = 'margin:0 0 4px;font-size:13px;line-height:20px;color:#5b6778'
const CODE =
  'margin:0 0 16px;padding:16px;border-radius:10px;background:#eef1f6;color:#0a0d12;text-align:center;font:600 32px/40px ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px'
const FONT = "Inter,'Segoe UI',Roboto,'Noto Sans','Noto Sans Arabic','Noto Sans Devanagari',Arial,sans-serif"

/** The same words as plain text and as HTML that needs nothing from elsewhere: no picture, no script, and at most the one link. */
export function layOutMail(parts: MailParts): { subject: string; text: string; html: string } {
  return { subject: oneLine(parts.subject), text: asText(parts), html: asHtml(parts) }
}

function asText({ paragraphs, code, footer, link }: MailParts): string {
  const blocks = [...paragraphs]
  if (code !== undefined) blocks.splice(code.after, 0, code.text)
  const quiet = link === undefined ? footer : [...footer, `${link.text}: ${link.url}`]
  return `${blocks.join('\n\n')}\n\n-- \n${quiet.join('\n')}\n`
}

function asHtml({ locale, siteName, subject, paragraphs, code, footer, link }: MailParts): string {
  const blocks = paragraphs.map((text) => `<p style="${TEXT}">${escaped(text)}</p>`)
  if (code !== undefined) {
    blocks.splice(code.after, 0, `<p dir="ltr" style="${CODE}">${escaped(code.text)}</p>`)
  }
  const quiet = footer.map((text) => `<p style="${QUIET}">${escaped(text)}</p>`)
  if (link !== undefined) {
    const { text, url } = link
    quiet.push(`<p style="${QUIET}"><a href="${escaped(url)}" style="color:#3b55c4">${escaped(text)}</a></p>`)
  }
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(oneLine(subject))}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f4f6fa;font-family:${FONT}">
<div style="max-width:480px;margin:0 auto;padding:24px;border-radius:16px;background:#ffffff">
<p style="margin:0 0 24px;font-size:18px;line-height:24px;font-weight:700;color:#0a0d12"><bdi>${escaped(siteName)}</bdi></p>
${blocks.join('\n')}
<hr style="margin:24px 0 16px;border:0;border-top:1px solid #dfe5ee">
${quiet.join('\n')}
</div>
</body>
</html>
`
}

export const directionOf = (locale: string): 'ltr' | 'rtl' => (locale.startsWith('ar') ? 'rtl' : 'ltr')

/** Header lines end at a break: a name must not begin another. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Text as it stands in HTML, attributes too. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
