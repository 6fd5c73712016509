// What the pages have in common that a mailed link opens.
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'

/** The last answer of the action. Logging in on the page reloads its data, which makes the router forget it. */
export function useLastAnswer<Answer>(actionData: Answer | undefined): Answer | undefined {
  const [answer, setAnswer] = useState(actionData)
  if (actionData && actionData !== answer) setAnswer(actionData)
  return answer
}

/** Does it when the page shows this for the first time; React may draw it more often. */
export function useOnce(act: () => void): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    act()
    // oxlint-disable-next-line react/exhaustive-deps -- what is done once asks for nothing that changes
  }, [])
}

interface LinkExpiredProps {
  /** Of the page. */
  title: string
  /** Why it may have expired, and what that means. */
  children: string
  /** What to do instead. */
  action: ReactNode
}

export const LinkExpired = ({ title, children, action }: LinkExpiredProps) => (
  <Page className="page--form">
    <PageHead title={title} />
    <Banner tone="bad" title="Link expired" isAlert>
      {children}
    </Banner>
    <div className="row mt-4">{action}</div>
  </Page>
)
