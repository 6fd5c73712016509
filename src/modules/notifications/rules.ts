export type Channel = 'email' | 'sms'

/** What a mail says, before layout. All texts are plain and get escaped. */
export interface Mail {
  title: string
  paragraphs: readonly string[]
  action?: { label: string; url: string }
}

/** The words as plain text, and as simple HTML that every mail program and screen reader can handle. */
export function layOutMail({ title, paragraphs, action }: Mail): { text: string; html: string } {
  const link = action ? [`${action.label}:\n${action.url}`] : []
  return {
    text: `${[title, ...paragraphs, ...link, signature].join('\n\n')}\n`,
    html: htmlOf(
      title,
      [
        `<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escapeHtml(title)}</h1>`,
        ...paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`),
        ...(action ? [buttonOf(action)] : []),
        `<p style="margin:24px 0 0;color:#44524b">${signature}</p>`,
      ].join('\n'),
    ),
  }
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
