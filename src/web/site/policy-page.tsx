import type { ReactNode } from 'react'
import { readablePhone } from '#shared/phone.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Page, PageHead } from '#web/ui/page.tsx'
import { useRootData } from '#web/kit/page/root-data.ts'

/** A policy page: sections with anchors, a table of contents, and contact details at the end. */
export function PolicyPage({ title, lead, inForce, sections }: PolicyPageProps) {
  const config = useRootData()?.config
  return (
    <Page className="wrap--text">
      <PageHead title={title}>
        <p className="lead">{lead}</p>
        <p className="small muted">{inForce}</p>
        {config?.mode === 'demo' ? (
          <p className="small">
            <b>Have a solicitor read this.</b> It describes what the software does and hasn’t been reviewed by a
            solicitor. A service that is in business doesn’t show this sentence: its operator has read docs/law.md.
          </p>
        ) : null}
      </PageHead>
      <nav aria-label="On this page" className="card">
        <ol className="contents">
          {sections.map(({ id, heading }) => (
            <li key={id}>
              <a className="inline-flex level tall" href={`#${id}`}>
                {heading}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="prose mt-6">
        {sections.map(({ id, heading, text }, index) => (
          <section key={id} id={id} className="prose clause">
            <h2>
              {index + 1}. {heading}
            </h2>
            {text}
          </section>
        ))}
        {config ? (
          <section id="reach-us" className="prose clause">
            <h2>{sections.length + 1}. Who we are, and how to reach us</h2>
            <p className="long">{config.trader}</p>
            <p>
              Call <a href={`tel:${config.phone}`}>{readablePhone(config.phone)}</a> or write to{' '}
              <a href={`mailto:${config.email}`}>{config.email}</a>.
            </p>
          </section>
        ) : null}
      </div>
    </Page>
  )
}

export interface Section {
  id: string
  heading: string
  text: ReactNode
}

interface PolicyPageProps {
  title: string
  lead: ReactNode
  inForce: string
  sections: readonly Section[]
}

/** A table whose rows remain readable on a phone. */
export function PolicyTable({
  caption,
  head,
  rows,
}: {
  caption: string
  head: readonly string[]
  rows: readonly (readonly ReactNode[])[]
}) {
  return (
    // It may scroll sideways, so the keyboard has to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="tablewrap scroll-x" tabIndex={0} aria-label={caption}>
      <table className={classNames('table table--plain', head.length > 2 && 'table--stack')}>
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...rest], row) => (
            // oxlint-disable-next-line react/no-array-index-key -- the rows never change
            <tr key={row}>
              <th scope="row">{first}</th>
              {rest.map((cell, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- nor do the columns
                <td key={column} data-head={head[column + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
