import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import type { DevInbox, ReceivedMail } from './dev-inbox.ts'
import { escaped } from './mail-layout.ts'
import { isLoopbackName } from './own-origins.ts'

const HTML = 'text/html; charset=utf-8'
/** What a mail brings along runs nothing and fetches nothing; its own styles show. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox"

const STYLE = `
:root { color-scheme: dark; font: 16px/1.5 system-ui, sans-serif; background: #0a0d12; color: #eaeef5; }
body { max-width: 48rem; margin: 0 auto; padding: 1rem; }
a { color: #8fa6ff; }
li { padding-block: .5rem; border-block-end: 1px solid #1d2430; }
ul { padding: 0; list-style: none; }
small, dt { color: #a9b4c4; }
dd { margin: 0 0 .5rem; overflow-wrap: anywhere; }
pre { padding: 1rem; background: #12171f; white-space: pre-wrap; overflow-wrap: anywhere; }
iframe { width: 100%; height: 36rem; border: 1px solid #1d2430; background: #fff; }
`

/** Set by what hands calls on from elsewhere, which also may have put a loopback name in place of the one asked for. */
const HANDED_ON = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/** For developers, in English: what the inbox took, without scripts. Shown under loopback names only, to nobody behind a proxy. */
export function registerDevInbox(app: FastifyInstance, inbox: DevInbox): void {
  const page = (path: string, render: (request: FastifyRequest, reply: FastifyReply) => string): void => {
    app.get(path, (request, reply) => {
      // A page of another site that has its name lead here must not read codes.
      const isHandedOn = HANDED_ON.some((name) => request.headers[name] !== undefined)
      if (isHandedOn || !isLoopbackName(request.hostname)) throw new AppError('NOT_FOUND')
      return reply.header('cache-control', 'no-store').type(HTML).send(render(request, reply))
    })
  }
  const asked = (request: FastifyRequest): ReceivedMail => {
    const mail = inbox.get(Number((request.params as { id: string }).id))
    if (mail === null) throw new AppError('NOT_FOUND')
    return mail
  }
  page('/dev/inbox', () => framed('Inbox', listOf(inbox.list())))
  page('/dev/inbox/:id', (request) => framed('Mail', mailOf(asked(request))))
  page('/dev/inbox/:id/html', (request, reply) => {
    reply.header('content-security-policy', MAIL_POLICY)
    return asked(request).html
  })
  app.get('/dev/inbox.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE))
}

function framed(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · development</title>
<link rel="stylesheet" href="/dev/inbox.css">
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
}

function listOf(mails: readonly ReceivedMail[]): string {
  const rows = mails.map(
    ({ id, to, subject, receivedMs }) =>
      `<li><a href="/dev/inbox/${id}">${escaped(subject)}</a><br><small>${escaped(to)} · ${timeOf(receivedMs)}</small></li>`,
  )
  return `<h1>Development inbox</h1>
<p>Mails of this server end here. They are forgotten when it stops.</p>
${rows.length === 0 ? '<p>No mails yet.</p>' : `<ul>${rows.join('\n')}</ul>`}`
}

function mailOf({ id, to, from, subject, text, receivedMs }: ReceivedMail): string {
  return `<p><a href="/dev/inbox">All mails</a></p>
<h1>${escaped(subject)}</h1>
<dl>
<dt>To</dt><dd>${escaped(to)}</dd>
<dt>From</dt><dd>${escaped(from)}</dd>
<dt>Received</dt><dd>${timeOf(receivedMs)}</dd>
</dl>
<h2>Text</h2>
<pre dir="auto">${escaped(text)}</pre>
<h2>HTML</h2>
<iframe title="The mail as HTML" src="/dev/inbox/${id}/html"></iframe>`
}

const timeOf = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').slice(0, 19)
