// Shared parts of the pages that emailed links open.
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { Banner, ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
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

interface ConfirmLinkProps {
  title: string
  /** The label of the button for visitors without script. */
  button: string
  token: string
  problem?: string
}

/**
 * Page that an emailed link opens. Script presses the button; without script a person has to, because mail programs
 * open links too.
 */
export function ConfirmLink({ title, button, token, problem }: ConfirmLinkProps) {
  const form = useRef<HTMLFormElement>(null)
  const hasPressed = useRef(false)
  const submit = useSubmit()
  const isBusy = useNavigation().state !== 'idle'
  useEffect(() => {
    if (hasPressed.current) return
    hasPressed.current = true
    void submit(form.current, { replace: true })
  }, [submit])
  return (
    <Page>
      <PageHead title={title} />
      <ProblemBanner text={problem} />
      <Form method="post" className="mt-4" ref={form} replace>
        <input type="hidden" name="token" value={token} />
        <Button type="submit" look="primary" busy={isBusy}>
          {button}
        </Button>
      </Form>
    </Page>
  )
}
