import type { MetaDescriptor } from 'react-router'

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
