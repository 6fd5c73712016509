import { createHash } from 'node:crypto'
import { formatDayTime } from '#shared/local-time.ts'
import type { SentMessage } from './queries.ts'
import { escapeHtml, type Channel } from './rules.ts'

/** The mailbox as a page: plain HTML without script, in which only links to our own pages are active. */
export function mailboxPage(messages: readonly SentMessage[], publicUrl: string): string {
  const list = messages.map((message) => article(message, publicUrl)).join('\n')
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox</title><style>${style}</style></head><body><main>
<h1>Mailbox</h1>
<p>Every email, SMS and push of this demonstration, newest first. None of them has left this machine unless an SMTP or SMS service is
configured. <a href="/dev/mailbox.json">The same as JSON</a>.</p>
${list || '<p>No messages yet.</p>'}
</main></body></html>
`
}

export const mailboxPageHeaders = (): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store, private',
  'x-robots-tag': 'noindex',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleDigest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
})

const CHANNEL_NAMES: Record<Channel, string> = { email: 'email', sms: 'SMS', push: 'push' }

const article = ({ to, channel, subject, text, attachments, sentAt }: SentMessage, publicUrl: string) => `<article>
<h2>${escapeHtml(subject || (channel === 'sms' ? 'SMS' : 'No subject'))}</h2>
<p class="meta">To ${escapeHtml(to)} by ${CHANNEL_NAMES[channel]}, <time datetime="${sentAt.toISOString()}">${escapeHtml(formatDayTime(sentAt))}</time></p>
<div class="text">${linked(text, publicUrl)}</div>${attachments
  .map(({ name, bytes }) => `\n<p class="meta">Attached: ${escapeHtml(name)}, ${Math.ceil(bytes / 1024)} KB</p>`)
  .join('')}
</article>`

function linked(text: string, publicUrl: string): string {
  return text
    .split(/(\s+)/)
    .map((word) => {
      const isOurs = word.startsWith(`${publicUrl}/`)
      return isOurs ? `<a href="${escapeHtml(word)}">${escapeHtml(word)}</a>` : escapeHtml(word)
    })
    .join('')
}

const style =
  'body{margin:0;background:#f6f3ea;color:#13211b;font:17px/1.5 Overpass,Arial,sans-serif}main{max-width:44rem;margin:auto;padding:2rem 1rem}' +
  'article{background:#fff;border:1px solid #dcd6c6;border-radius:12px;padding:.5rem 1.25rem 1.25rem;margin:1rem 0}h2{font-size:1.15rem;margin:.75rem 0 0}' +
  '.meta{color:#44524b;margin:.25rem 0 1rem}.text{white-space:pre-wrap;overflow-wrap:anywhere}a{color:#0b5a3c}' +
  ':focus-visible{outline:3px solid #0b4ea2;outline-offset:2px}'

const styleDigest = createHash('sha256').update(style).digest('base64')
