import { Html } from '#web/kit/content/html.tsx'
import type { RootContent } from '../content.ts'
import { Questions } from './questions.tsx'

/** The sections of a page with their headings: those with parts of their own are questions, the others are read. */
export function Sections({ of }: { of: RootContent['sections'] }) {
  return of.map(({ id, heading, html, parts }) => (
    <section key={id} className={parts.length > 0 ? 'faq' : undefined} aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {html ? <Html html={html} /> : null}
      <Questions of={parts} isFirstOpen />
    </section>
  ))
}
