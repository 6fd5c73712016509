import { describe, expect, test } from 'vitest'
import { isFinalRefusal, layOutMail } from './rules.ts'

describe('layOutMail', () => {
  const mail = {
    title: 'Confirm your e-mail address',
    paragraphs: ['Hello Jane,\nit is nearly done.', 'The link lives for 48 hours.'],
    action: { label: 'Confirm', url: 'https://vanfare.example/verify-email?token=a&b=c' },
  }

  test('says the same in text and in HTML', () => {
    const { text, html } = layOutMail(mail)
    expect(text).toBe(
      'Confirm your e-mail address\n\nHello Jane,\nit is nearly done.\n\nThe link lives for 48 hours.\n\n' +
        'Confirm:\nhttps://vanfare.example/verify-email?token=a&b=c\n\nVanfare\n',
    )
    expect(html).toContain(
      '<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">Confirm your e-mail address</h1>',
    )
    expect(html).toContain('Hello Jane,<br>it is nearly done.')
    expect(html).toContain('href="https://vanfare.example/verify-email?token=a&amp;b=c"')
  })

  test('T-088: whatever the words hold, the HTML has no tag of theirs', () => {
    const hostile = '<img src=x onerror=alert(1)>"\'&'
    const { html } = layOutMail({
      title: hostile,
      paragraphs: [hostile],
      action: { label: hostile, url: `https://x/${hostile}` },
    })
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')
  })
})

test.each([
  [{ responseCode: 550, command: 'RCPT TO' }, true],
  [{ responseCode: 554, command: 'DATA' }, true],
  [{ responseCode: 450, command: 'RCPT TO' }, false],
  [{ responseCode: 535, command: 'AUTH PLAIN' }, false], // our own password is wrong: to be mended, not given up
  [{ responseCode: 554, command: 'CONN' }, false],
  [{}, false],
])('%j: a final no? %s', (failure, isFinal) => {
  expect(isFinalRefusal(failure)).toBe(isFinal)
})
