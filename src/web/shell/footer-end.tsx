import { ArrowUp } from 'lucide-react'
import { useRootData } from '#web/kit/page/root-data.ts'
import { Icon } from '#web/ui/badge.tsx'
import { policies } from './menu.ts'

/** What every page ends with: the terms, who trades here, and whose data this is. */
export function FooterEnd() {
  const { config, dataSource } = useRootData() ?? {}
  return (
    <>
      <div className="foot__end flex wraps level py-3 t-sm on-sign-2">
        {policies.map(({ name, to }) => (
          <a key={to} href={to} target="_blank" rel="noopener">
            {name}
          </a>
        ))}
        <a href="/licences.txt" target="_blank" rel="noopener">
          Licences
        </a>
        <a className="push" href="#top">
          Back to top
          <Icon of={ArrowUp} />
        </a>
        {config ? <p className="foot__trader num">{config.trader}</p> : null}
      </div>
      {dataSource ? <p className="foot__source">{dataSource}</p> : null}
    </>
  )
}

/** Under the steps of a booking, where nothing leads away from them. */
export const ShortFooter = () => (
  <footer className="foot foot--short">
    <div className="wrap">
      <FooterEnd />
    </div>
  </footer>
)
