import { useEffect, useRef } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'

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
