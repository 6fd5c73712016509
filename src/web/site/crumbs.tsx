import { Link } from 'react-router'
import { useRootData } from '#web/kit/page/root-data.ts'
import { breadcrumbs, JsonLd } from '#web/kit/content/json-ld.tsx'

export interface Crumb {
  name: string
  to: string
}

/** The way here, from home; the last step is this page. `about` is what else search engines are told of it. */
export function Crumbs({ steps, about = [] }: { steps: readonly Crumb[]; about?: readonly object[] }) {
  const publicUrl = useRootData()?.config.publicUrl ?? ''
  return (
    <nav aria-label="You are here">
      <ol className="crumbs flex wraps t-sm muted">
        {[{ name: 'Home', to: '/' }, ...steps].map(({ name, to }, index) =>
          index === steps.length ? (
            <li className="inline-flex level g-2" key={to} aria-current="page">
              {name}
            </li>
          ) : (
            <li className="inline-flex level g-2" key={to}>
              <Link to={to}>{name}</Link>
            </li>
          ),
        )}
      </ol>
      <JsonLd of={[breadcrumbs(publicUrl, steps), ...about]} />
    </nav>
  )
}
