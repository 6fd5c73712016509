import { Phone, Search } from 'lucide-react'
import { useState } from 'react'
import { readablePhone } from '#shared/readable-phone.ts'
import { Html } from '#web/kit/content/html.tsx'
import { useRootData } from '#web/kit/page/root-data.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import type { RootContent } from '../content.ts'
import { foundIn } from './find-questions.ts'
import { introOf } from './intro-of.ts'
import { Questions } from './questions.tsx'

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
        <nav className="sidenav sidenav--strip" aria-label="Groups">
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
