import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '#shared/endpoint.ts'
import type { PublicConfig } from '#web/kit/page/context.ts'
import { readablePhone } from '#shared/phone.ts'
import { sendProblem } from '#platform/serve.ts'

/** A minimal version of the product's look; the values are those of src/web/tokens.css. */
const style = `
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:#f6f3ea;color:#13211b;font:420 1.0625rem/1.5 'Overpass Variable',Overpass,Arial,sans-serif}
main{max-width:40ch;text-align:center}
h1{margin:0 0 1.5rem;padding:1.5rem 2rem;border:2px solid #fff;border-radius:11px;background:#0a4a33;color:#fff;font-size:1.5rem;line-height:1.15;box-shadow:0 0 0 5px #0a4a33}
p{margin:0 0 1rem}
a{color:#0b5a3c}
.btn{display:inline-block;padding:.75rem 1.25rem;border:1.5px solid #13211b;border-radius:8px;background:#ffd21f;color:#13211b;font-weight:720;text-decoration:none}
a:focus-visible{outline:3px solid #0b4ea2;outline-offset:3px}
`

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Sent when a page cannot be rendered just now. It is plain HTML, because there is no time for rendering. */
export function sendBusyPage(
  refused: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
  { phone }: Pick<PublicConfig, 'phone'>,
) {
  if (refused.retryAfterSeconds) reply.header('retry-after', String(refused.retryAfterSeconds))
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store, private',
    'x-robots-tag': 'noindex',
  })
  const wait = waitOf(refused.retryAfterSeconds ?? 1)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return reply.status(refused.kind.status).send(busyPage(isRead, wait, phone))
}

/** For data requests: React Router shows its own screen for the status, and dialogs show the sentence. */
export function sendBusyData(refused: Refusal, request: FastifyRequest, reply: FastifyReply) {
  return sendProblem(reply.header('cache-control', 'no-store, private'), refused, request.id)
}

const waitOf = (seconds: number): string => (seconds < 10 ? 'a few seconds' : seconds <= 60 ? 'a minute' : 'a while')

const busyPage = (isRead: boolean, wait: string, phone: string): string => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Busy for a moment | Vanfare</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Heavy traffic ahead</h1>
${isRead ? readText(wait) : sentText(wait)}
<p>Moving today? Call <a href="tel:${phone}">${readablePhone(phone)}</a>.</p>
</main>
</body>
</html>
`

const readText = (wait: string) => `<p>We are too busy to show this page just now. Please try again in ${wait}.</p>
<p><a class="btn" href="">Try again</a></p>`

const sentText = (wait: string) =>
  `<p>We are too busy to take what you sent, and nothing of it has been saved. Please go back, wait ${wait} and send it again.</p>`
