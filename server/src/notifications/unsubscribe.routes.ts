import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mailWordsFor } from '../accounts/mail-words/mail-words.ts'
import { AppError } from '../platform/app-error.ts'
import { addressKey } from '../platform/http-address.ts'
import { createRateLimiter } from '../platform/http-rate-limit.ts'
import { directionOf, escaped } from '../platform/mail-layout.ts'
import type { AnnouncementMails } from './announcement-mails.service.ts'
import type { Digest } from './digest.service.ts'

/** What mail programs and forms send along; it says nothing that the address does not. */
const BODY_BYTES_MAX = 4_096

const STYLE = `:root { color-scheme: dark; font: 16px/1.5 system-ui, sans-serif; background: #0a0d12; color: #eaeef5; }
body { max-width: 30rem; margin: 0 auto; padding: 2rem 1rem; }
main { padding: 1.5rem; border-radius: 1rem; background: #12171f; }
h1 { margin: 0; font-size: 1.25rem; }
button { min-height: 3rem; padding: 0 1.25rem; border: 0; border-radius: .625rem; background: #8fa6ff; color: #0b1024; font: inherit; font-weight: 600; }
button:focus-visible { outline: 2px solid #eaeef5; outline-offset: 2px; }
`

interface Parts {
  digest: Pick<Digest, 'end'>
  announcements: Pick<AnnouncementMails, 'end'>
  /** Calls a minute from one address. */
  perMinute: number
}

/**
 * `/unsubscribe/TOKEN`, and `/unsubscribe/TOPIC/TOKEN` of announcements, without sign-in: a page that asks, and the POST that does it, from that page or straight from a mail
 * program (RFC 8058: no cookie, no XSRF header; the token is all it takes, and all it does is stop one mail).
 * Looking at the page changes nothing: programs fetch what mails link to.
 */
export async function registerUnsubscribe(app: FastifyInstance, parts: Parts): Promise<void> {
  const { digest, announcements, perMinute } = parts
  const limiter = createRateLimiter()
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: BODY_BYTES_MAX },
      (_request, _body, next) => next(null),
    )
    scope.get('/unsubscribe/:token', (request, reply) => answer(request, reply, 'digest', 'question'))
    scope.get('/unsubscribe.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE))
    const post = (path: string, topic: Topic, end: (token: string) => Promise<boolean>) =>
      scope.post<{ Params: { token: string } }>(path, async (request, reply) => {
        const waitSeconds = limiter.take(addressKey(request.info.ip), perMinute)
        if (waitSeconds > 0) throw new AppError('TOO_MANY_REQUESTS', {}, waitSeconds)
        const ended = await end(request.params.token)
        return answer(request, ended ? reply : reply.code(404), topic, ended ? 'done' : 'unknown')
      })
    post('/unsubscribe/:token', 'digest', digest.end)
    for (const topic of ['newsletter', 'marketing'] as const) {
      const path = `/unsubscribe/${topic}/:token`
      scope.get(path, (request, reply) => answer(request, reply, topic, 'question'))
      post(path, topic, (token) => announcements.end(topic, token))
    }
    done()
  })
}

/** Which mails a link stops. */
type Topic = 'digest' | 'newsletter' | 'marketing'

function answer(
  { info: { locale } }: FastifyRequest,
  reply: FastifyReply,
  topic: Topic,
  what: 'question' | 'done' | 'unknown',
): FastifyReply {
  const { digest, announcement } = mailWordsFor(locale)
  const page = { ...digest.page, ...(topic === 'digest' ? {} : announcement[topic]) }
  const form = `<form method="post"><button type="submit">${escaped(page.button)}</button></form>`
  return reply
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${escaped(page.title)}</title>
<link rel="stylesheet" href="/unsubscribe.css">
</head>
<body>
<main>
<h1>${escaped(page.title)}</h1>
<p>${escaped(page[what])}</p>
${what === 'question' ? form : ''}
</main>
</body>
</html>
`)
}
