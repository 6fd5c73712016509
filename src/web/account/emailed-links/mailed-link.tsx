// Shared parts of the pages that emailed links open.
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'

/** The action's last answer. Logging in on the page reloads its data, and the router then forgets it. */
export function useLastAnswer<Answer>(actionData: Answer | undefined): Answer | undefined {
  const [answer, setAnswer] = useState(actionData)
  if (actionData && actionData !== answer) setAnswer(actionData)
  return answer
}

/** Runs once, when the page first shows this; React may render it more often. */
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
  /** The page's title. */
  title: string
  /** Why it may have expired, and what that means. */
  children: string
  /** Link or button to use instead. */
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
