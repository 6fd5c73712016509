import { ChevronDown } from 'lucide-react'
import { Html } from '#web/kit/content/html.tsx'
import { Icon } from '#web/ui/icon.tsx'

interface Question {
  id: string
  heading: string
  html: string
}

/** Questions that open one by one, without script. A link to an answer opens it: browsers do that for what is inside a `details`. */
export function Questions({ of, isFirstOpen = false }: { of: readonly Question[]; isFirstOpen?: boolean }) {
  return of.map(({ id, heading, html }, index) => (
    <details className="line-foot" key={id} open={isFirstOpen && index === 0}>
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
