import { trustedHtml } from './trusted-html.ts'
import drawings from './van-drawings.svg?raw'

const ID = 'van-drawings'

/** Drawings without the note at the top of their file and the white space between elements. */
const fromFile = () => drawings.replace(/^<!--[^]*?-->/, '').replaceAll(/>\s+</g, '><')

// The page brings them as HTML: a browser keeps what is there and loads no script for it.
const html = import.meta.env.SSR ? fromFile() : (document.getElementById(ID)?.innerHTML ?? '')

/** What every `Van` and `Person` of a page refers to: once a page, in the root. */
export function VanSprite() {
  // oxlint-disable-next-line react/no-danger -- It is our own file, as the server wrote it.
  return <div id={ID} className="afloat" aria-hidden suppressHydrationWarning dangerouslySetInnerHTML={value} />
}

const value = { __html: trustedHtml(html) }
