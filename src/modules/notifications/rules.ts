export type Channel = 'email' | 'sms'

/** What a mail says, before layout. All texts are plain and get escaped. */
export interface Mail {
  title: string
  paragraphs: readonly string[]
  /** What has to be looked up later: a heading each, with rows of name and value. */
  sections?: readonly MailSection[]
  action?: { label: string; url: string }
}

export interface MailSection {
  heading: string
  rows?: readonly MailRow[]
  /** Below the rows. */
  paragraphs?: readonly string[]
}

export interface MailRow {
  name: string
  value: string
  /** The one that the others add up to. */
  isTotal?: boolean
}

/** The words as plain text, and as simple HTML that every mail program and screen reader can handle. */
export function layOutMail({ title, paragraphs, sections = [], action }: Mail): { text: string; html: string } {
  const link = action ? [`${action.label}:\n${action.url}`] : []
  return {
    text: `${[title, ...paragraphs, ...sections.map(sectionText), ...link, signature].join('\n\n')}\n`,
    html: htmlOf(
      title,
      [
        `<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escapeHtml(title)}</h1>`,
        ...paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`),
        ...sections.map(sectionHtml),
        ...(action ? [buttonOf(action)] : []),
        `<p style="margin:24px 0 0;color:#44524b">${signature}</p>`,
      ].join('\n'),
    ),
  }
}

const sectionText = ({ heading, rows = [], paragraphs = [] }: MailSection): string =>
  [[heading, ...rows.map(({ name, value }) => `${name}: ${value}`)].join('\n'), ...paragraphs].join('\n')

const sectionHtml = ({ heading, rows = [], paragraphs = [] }: MailSection): string =>
  [
    `<h2 style="margin:24px 0 8px;font-size:18px;line-height:1.3">${escapeHtml(heading)}</h2>`,
    ...(rows.length > 0
      ? [
          '<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;margin:0 0 8px;font-size:15px">',
          ...rows.map(rowHtml),
          '</table>',
        ]
      : []),
    ...paragraphs.map((text) => `<p style="margin:0 0 8px;font-size:15px">${escapeHtml(text)}</p>`),
  ].join('\n')

function rowHtml({ name, value, isTotal }: MailRow): string {
  const rule = isTotal ? 'border-top:2px solid #13211b;font-size:18px' : 'border-bottom:1px solid #dcd6c6'
  return (
    `<tr><th scope="row" align="left" valign="top" style="padding:7px 12px 7px 0;font-weight:${isTotal ? 'bold' : 'normal'};${rule}">${escapeHtml(name)}</th>` +
    `<td align="right" valign="top" style="padding:7px 0;font-weight:bold;${rule}">${escapeHtml(value)}</td></tr>`
  )
}

const signature = 'Vanfare'

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

// Mail programs ignore style sheets, so styles are inline; the colours are the product's tokens.
const htmlOf = (title: string, body: string) => `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#f6f3ea;color:#13211b;font:17px/1.5 Overpass,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px 16px">
<div style="background:#ffffff;border:1px solid #dcd6c6;border-radius:12px;padding:24px">
${body}
</div>
</div>
</body>
</html>
`

const buttonOf = ({ label, url }: { label: string; url: string }) =>
  `<p style="margin:24px 0 16px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;background:#ffd21f;` +
  `color:#13211b;border:1.5px solid #13211b;border-radius:8px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;color:#44524b;overflow-wrap:anywhere">If the button does nothing, copy this address:<br>${escapeHtml(url)}</p>`

/** Whether a failure is permanent: a 5xx about the recipient or the message is; anything else may pass. */
export const isFinalRefusal = (failure: { responseCode?: number; command?: string }): boolean =>
  failure.responseCode !== undefined &&
  failure.responseCode >= 500 &&
  failure.responseCode < 600 &&
  ['RCPT TO', 'DATA'].includes(failure.command ?? '')

/** Tries for one message; with the queue's increasing delays they span about a day. */
export const maxAttempts = 14
