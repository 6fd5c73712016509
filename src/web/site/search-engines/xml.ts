import type { MetaDescriptor } from 'react-router'

/** What may stand in a text or an attribute of XML 1.0; characters that it does not know are left out. Pure. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')

export const xmlAnswer = (type: string, lines: readonly string[]): Response =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${lines.join('\n')}\n`, {
    headers: { 'content-type': `${type}; charset=utf-8` },
  })

/** Where feed readers find the articles. */
export const FEED = '/blog/feed.xml'

/** Tells them so, on the pages of the blog. */
export const feedLink: MetaDescriptor = {
  tagName: 'link',
  rel: 'alternate',
  type: 'application/atom+xml',
  title: 'Vanfare blog',
  href: FEED,
}
