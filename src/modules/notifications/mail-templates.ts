import { createHash } from 'node:crypto'
import { formatDayTime } from '#shared/local-time.ts'
import type { SentMessage } from './queries.ts'
import { escapeHtml, type Mail, type MailRow, type MailSection, type MailSign, type Channel } from './rules.ts'

/** A mail as text and as HTML from one source (the design's `email.html`): tables and inline styles, no pictures and no script. */

export interface MailFooter {
  /** Who sends it, as the law wants it. */
  sender: string
  /** Page where the reader chooses messages; absent where there is no choice. */
  settingsUrl?: string | undefined
}

export interface RenderedMail {
  text: string
  html: string
}

export function renderMail(mail: Mail, footer: MailFooter): RenderedMail {
  return { text: textOf(mail, footer), html: htmlOf(mail, footer) }
}

const signature = 'Vanfare'
const SETTINGS = 'What we send, and how'

function textOf({ title, eyebrow, sign, paragraphs, sections = [], action }: Mail, footer: MailFooter): string {
  const link = action ? [`${action.label}:\n${action.url}`] : []
  const settings = footer.settingsUrl ? [`${SETTINGS}:\n${footer.settingsUrl}`] : []
  const head = [...(eyebrow ? [eyebrow] : []), title, ...(sign ? [signText(sign)] : [])]
  const foot = [signature, footer.sender, ...settings].join('\n')
  return `${[...head, ...paragraphs, ...sections.map(sectionText), ...link, foot].join('\n\n')}\n`
}

const sectionText = ({ heading, rows = [], paragraphs = [] }: MailSection): string =>
  [[heading, ...rows.map(({ name, value }) => `${name}: ${value}`)].join('\n'), ...paragraphs].join('\n')

const lines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')

/** All that programs with a dark mode and phones read; one that drops it still shows a good light mail. */
const style = `
body { margin: 0; padding: 0; background: #f6f3ea; }
@media (max-width: 480px) { .pad { padding-left: 16px !important; padding-right: 16px !important; } .big { font-size: 26px !important; line-height: 30px !important; } .btn a { display: block !important; } }
@media (prefers-color-scheme: dark) { body, .ground { background: #0d1411 !important; } .sheet { background: #16201b !important; border-color: #2b3832 !important; } .ink { color: #eef1ea !important; } .ink2 { color: #bcc7bf !important; } .rule { border-color: #2b3832 !important; } .sign { background: #0d3d2b !important; } .lnk { color: #6fd0a0 !important; } .edge { border-color: #eef1ea !important; } }
`

/** What every part of a mail’s HTML is drawn with. */
const FONT = 'Overpass,Arial,sans-serif'
const INK = '#13211b'
/** Quieter than white, on the green sign. */
const SIGN_INK = '#cfe5d8'
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

const htmlOf = (mail: Mail, footer: MailFooter) => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(mail.title)}</title>
<style>${style}</style>
</head>
<body style="margin:0;padding:0;background:#f6f3ea">
<table class="ground" ${TABLE} width="100%" style="background:#f6f3ea"><tr><td align="center" style="padding:24px 8px">
${preview(mail)}
<table class="sheet" ${TABLE} width="100%" style="max-width:600px;background:#ffffff;border:1px solid #dcd6c6;border-radius:12px;border-collapse:separate">
${[logo, head(mail), ...body(mail)].map(row).join('\n')}
</table>
${foot(footer)}
</td></tr></table>
</body>
</html>
`

const row = (cell: string) => `<tr>${cell}</tr>`

/** What a list of mails shows behind the subject. */
const preview = ({ paragraphs }: Mail) =>
  `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml((paragraphs[0] ?? '').slice(0, 120))}</div>`

const logo = `<td class="pad" style="padding:24px 32px 16px"><table ${TABLE} style="border:2px solid ${INK};border-radius:6px;border-collapse:separate;background:#ffd21f"><tr><td width="12" style="background:#0a4a33;border-radius:4px 0 0 4px;font-size:1px;line-height:1px">&nbsp;</td><td style="padding:5px 9px;font:bold 20px/22px ${FONT};color:${INK}">${signature}</td></tr></table></td>`

const head = ({ title, eyebrow, sign }: Mail) =>
  `<td class="pad" style="padding:0 32px 4px"><table class="sign" ${TABLE} width="100%" style="background:#0a4a33;border-radius:14px;border-collapse:separate"><tr><td style="padding:5px"><table ${TABLE} width="100%" style="border:2px solid #ffffff;border-radius:10px;border-collapse:separate"><tr><td class="pad" style="padding:20px 20px 18px">${
    eyebrow
      ? `<p style="margin:0 0 6px;font:bold 15px/20px ${FONT};color:${SIGN_INK};overflow-wrap:anywhere">${escapeHtml(eyebrow)}</p>`
      : ''
  }<h1 class="big" style="margin:0;font:bold 30px/34px ${FONT};color:#ffffff;overflow-wrap:anywhere">${escapeHtml(title)}</h1>${sign ? signHtml(sign) : ''}</td></tr></table></td></tr></table></td>`

function body({ paragraphs, sections = [], action }: Mail): string[] {
  return [
    ...paragraphs.map(
      (text) =>
        `<td class="pad ink" style="padding:16px 32px 0;font:16px/24px ${FONT};color:${INK};overflow-wrap:anywhere">${lines(text)}</td>`,
    ),
    // The press comes before what is only looked up later.
    ...(action ? [button(action)] : []),
    ...sections.map(sectionHtml),
    `<td style="padding:24px 0 0;font-size:1px;line-height:1px">&nbsp;</td>`,
  ]
}

const button = ({ label, url }: { label: string; url: string }) =>
  `<td class="pad btn" style="padding:22px 32px 4px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:14px 24px;border:2px solid ${INK};border-radius:8px;background:#ffd21f;font:bold 17px/20px ${FONT};color:${INK};text-align:center;text-decoration:none">${escapeHtml(label)}</a>` +
  `<p class="ink2" style="margin:12px 0 0;font:13px/19px ${FONT};color:#44524b;overflow-wrap:anywhere">If the button does nothing, copy this address:<br>${escapeHtml(url)}</p></td>`

const sectionHtml = ({ heading, rows = [], paragraphs = [] }: MailSection): string =>
  `<td class="pad ink" style="padding:24px 32px 0;color:${INK};overflow-wrap:anywhere"><h2 style="margin:0 0 6px;font:bold 18px/24px ${FONT}">${escapeHtml(heading)}</h2>${
    rows.length > 0
      ? `<table class="ink" ${TABLE} width="100%" style="font:15px/22px ${FONT};color:${INK};overflow-wrap:normal">${rows.map(rowHtml).join('')}</table>`
      : ''
  }${paragraphs
    .map((text) => `<p class="ink2" style="margin:8px 0 0;font:15px/22px ${FONT};color:#44524b">${lines(text)}</p>`)
    .join('')}</td>`

/** Only what does not fit a phone as a whole word may break: a column of short words would become one of letters. */
const breaksOf = (text: string): string => (/\S{20}/.test(text) ? ';overflow-wrap:anywhere' : '')

function rowHtml({ name, value, isTotal }: MailRow): string {
  const line = isTotal
    ? `padding:10px 0 0;border-top:2px solid ${INK};font-size:18px;font-weight:bold`
    : 'padding:7px 0;border-bottom:1px solid #dcd6c6'
  const kind = isTotal ? 'edge ink' : 'rule ink'
  return (
    `<tr><td class="${kind}" valign="top" style="${line};padding-right:12px${breaksOf(name)}">${escapeHtml(name)}</td>` +
    `<td class="${kind}" align="right" valign="top" style="${line}${breaksOf(value)}">${isTotal ? escapeHtml(value) : `<b>${escapeHtml(value)}</b>`}</td></tr>`
  )
}

const foot = ({ sender, settingsUrl }: MailFooter) =>
  `<p class="ink2" style="max-width:560px;margin:14px auto 0;font:13px/19px ${FONT};color:#44524b;overflow-wrap:anywhere">${escapeHtml(sender)}${
    settingsUrl
      ? `<br><a class="lnk" href="${escapeHtml(settingsUrl)}" style="display:inline-block;padding:8px 0;color:#0b5a3c">${SETTINGS}</a>`
      : ''
  }</p>`

/** The move in the green head: when, and the line from A to B (the design's `email.html`). */

type Stop = MailSign['stops'][number]

const signText = ({ when, stops }: MailSign): string =>
  [when, ...stops.map(({ name, detail }, index) => `${pinOf(index, stops.length)}: ${lineOf({ name, detail })}`)].join(
    '\n',
  )

const lineOf = ({ name, detail }: Stop): string => [name, detail].filter(Boolean).join(', ')

const pinOf = (index: number, count: number): string => (index === 0 ? 'A' : index === count - 1 ? 'B' : String(index))

const signHtml = ({ when, stops }: MailSign): string =>
  `<p style="margin:8px 0 0;font:bold 17px/24px ${FONT};color:#ffffff">${escapeHtml(when)}</p>` +
  (stops.length > 0
    ? `<table ${TABLE} style="margin-top:14px">${stops.map((stop, index) => stopHtml(stop, index, stops.length)).join(ROAD)}</table>`
    : '')

const ROAD =
  '<tr><td width="28" height="12" style="font-size:1px;line-height:12px"><div style="width:4px;height:12px;margin-left:10px;background:#ffffff;font-size:1px">&nbsp;</div></td><td></td></tr>'

function stopHtml({ name, detail }: Stop, index: number, count: number): string {
  const [edge, ground, ink] = index === count - 1 ? ['#ffffff', INK, '#ffffff'] : [INK, '#ffffff', INK]
  const pin = `display:inline-block;width:20px;height:20px;border:2px solid ${edge};border-radius:12px;background:${ground};font:bold 13px/20px Arial,sans-serif;text-align:center;color:${ink}`
  const more = detail ? `<br><span style="color:${SIGN_INK}">${escapeHtml(detail)}</span>` : ''
  return (
    `<tr><td valign="top" width="28" style="padding-top:2px"><span style="${pin}">${pinOf(index, count)}</span></td>` +
    `<td style="padding-left:10px;font:16px/22px ${FONT};color:#ffffff;overflow-wrap:anywhere"><b>${escapeHtml(name)}</b>${more}</td></tr>`
  )
}

/** The mailbox as a page: plain HTML without script, in which only links to our own pages are active. */
export function mailboxPage(messages: readonly SentMessage[], publicUrl: string): string {
  const list = messages.map((message) => article(message, publicUrl)).join('\n')
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox</title><style>${mailboxStyle}</style></head><body><main>
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

const mailboxStyle =
  'body{margin:0;background:#f6f3ea;color:#13211b;font:17px/1.5 Overpass,Arial,sans-serif}main{max-width:44rem;margin:auto;padding:2rem 1rem}' +
  'article{background:#fff;border:1px solid #dcd6c6;border-radius:12px;padding:.5rem 1.25rem 1.25rem;margin:1rem 0}h2{font-size:1.15rem;margin:.75rem 0 0}' +
  '.meta{color:#44524b;margin:.25rem 0 1rem}.text{white-space:pre-wrap;overflow-wrap:anywhere}a{color:#0b5a3c}' +
  ':focus-visible{outline:3px solid #0b4ea2;outline-offset:2px}'

const styleDigest = createHash('sha256').update(mailboxStyle).digest('base64')
