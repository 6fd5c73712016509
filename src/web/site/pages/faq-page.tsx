import { Phone, Search, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { readablePhone } from '#shared/phone.ts'
import { Html } from '#web/kit/content/content-picture.tsx'
import { useRootData } from '#web/kit/page/root-data.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import type { RootContent } from '../page-texts.ts'

export function FaqPage({ page }: { page: RootContent }) {
  const [sought, seek] = useState('')
  const groups = foundIn(page.sections, sought)
  const count = groups.reduce((sum, { parts }) => sum + parts.length, 0)
  const intro = introOf(page.bodyHtml)
  const phone = useRootData()?.config.phone
  return (
    <Page>
      <PageHead title={page.title}>
        <p className="lead">{page.description}</p>
        {/* Without script everything stands here, and the browser's own search finds it. */}
        <search className="scripted find-in">
          <label className="affix">
            <Icon of={Search} />
            <input
              className="input hmin-14"
              type="search"
              aria-label="Search the questions"
              placeholder="Stairs, cash, cancel, parking"
              value={sought}
              onChange={({ target }) => seek(target.value)}
            />
          </label>
        </search>
        <output className="muted small">
          {sought.trim() === '' ? `${count} answers` : `${count} of them about “${sought.trim()}”`}
        </output>
      </PageHead>
      <div className="split split--wide">
        <nav className="sidenav sidenav--strip strip--wide" aria-label="Groups">
          {groups.map(({ id, heading }) => (
            <a key={id} href={`#${id}`}>
              {heading}
            </a>
          ))}
        </nav>
        <div className="stack gap-6">
          {intro && sought === '' ? <Html html={intro} /> : null}
          {groups.map(({ id, heading, html, parts }, index) => (
            <section key={id} className="faq" id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>{heading}</h2>
              {html ? <Html html={html} /> : null}
              <Questions of={parts} isFirstOpen={index === 0} />
            </section>
          ))}
          {count === 0 ? (
            <section className="end">
              <h2 className="h3">No answers found</h2>
              <p>Ask a person, day and night.</p>
              {phone ? (
                <a className={buttonClass({ look: 'primary' }, 'num')} href={`tel:${phone}`}>
                  <Icon of={Phone} />
                  {readablePhone(phone)}
                </a>
              ) : null}
            </section>
          ) : null}
        </div>
      </div>
    </Page>
  )
}

/** Content of a page before its first section. Headings are at the outermost level, so no element is cut in two. */
export function introOf(bodyHtml: string): string {
  const start = bodyHtml.search(/<h2[ >]/)
  return start < 0 ? bodyHtml : bodyHtml.slice(0, start)
}

type Section = RootContent['sections'][number]

const plain = (text: string): string =>
  text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .toLocaleLowerCase('en-GB')

/** The groups that have a question in which every word occurs, or its beginning; all of them while nothing is sought. */
export function foundIn(sections: readonly Section[], sought: string): Section[] {
  const terms = plain(sought).split(' ').filter(Boolean)
  if (terms.length === 0) return [...sections]
  const isFound = ({ heading, html }: Section['parts'][number]) => {
    const text = plain(`${heading} ${html}`)
    return terms.every((word) => text.includes(word))
  }
  return sections
    .map((section) => ({ ...section, html: '', parts: section.parts.filter(isFound) }))
    .filter(({ parts }) => parts.length > 0)
}

interface Question {
  id: string
  heading: string
  html: string
}

/** Questions that open one by one, without script. A link to an answer opens it: browsers do that for what is inside a `details`. */
export function Questions({ of, isFirstOpen = false }: { of: readonly Question[]; isFirstOpen?: boolean }) {
  return of.map(({ id, heading, html }, index) => (
    <details className="turns line-foot" key={id} open={isFirstOpen && index === 0}>
      <summary>
        {heading}
        <Icon of={ChevronDown} />
      </summary>
      <div id={id}>
        <Html html={html} />
      </div>
    </details>
  ))
}
