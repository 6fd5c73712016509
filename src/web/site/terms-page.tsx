import { Link } from 'react-router'
import { partsOf, inForceText, type Block, type Terms } from '#modules/terms/rules.ts'
import { PolicyPage, PolicyTable, type Section } from './policy-page.tsx'

/** Terms as they are emailed too, with a list of their clauses. */
export const TermsPage = ({ terms, more = [] }: { terms: Terms; more?: readonly Section[] }) => (
  <PolicyPage
    title={terms.title}
    lead={terms.lead}
    inForce={inForceText(terms)}
    sections={[
      ...terms.clauses.map(({ id, heading, blocks }) => ({ id, heading, text: <Blocks of={blocks} /> })),
      ...more,
    ]}
  />
)

const Blocks = ({ of: blocks }: { of: readonly Block[] }) => (
  <>
    {blocks.map((block, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the clauses never change
      <OneBlock key={index} block={block} />
    ))}
  </>
)

function OneBlock({ block }: { block: Block }) {
  if (typeof block === 'string')
    return (
      <p>
        <FormattedText text={block} />
      </p>
    )
  if ('list' in block)
    return (
      <ul>
        {block.list.map((item) => (
          <li key={item}>
            <FormattedText text={item} />
          </li>
        ))}
      </ul>
    )
  return <PolicyTable {...block} />
}

function FormattedText({ text }: { text: string }) {
  return partsOf(text).map(({ text: partText, isBold, href }) => {
    if (isBold) return <b key={partText}>{partText}</b>
    if (!href) return partText
    return href.startsWith('/') ? (
      <Link key={href} to={href}>
        {partText}
      </Link>
    ) : (
      <a key={href} href={href} rel="noopener">
        {partText}
      </a>
    )
  })
}
