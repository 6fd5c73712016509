import { Form } from 'react-router'
import { UnitButtonLink } from '#web/kit/units/unit-link.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Outbox } from './offline/use-outbox.ts'

/** Logging out erases the day from this phone, so it is asked while something of it is here only. */
export function LeavePhone({ outbox }: { outbox: Outbox }) {
  const count = outbox.unsent.filter(({ isSent }) => !isSent).length
  return (
    <Banner tone="warn" isAlert title="Log out and lose unsent work?">
      <p>
        {count === 0
          ? 'Everything has been sent. You can log out.'
          : `${count === 1 ? 'One thing is' : `${count} things are`} on this phone only. Logging out erases ${count === 1 ? 'it' : 'them'} for good.`}
      </p>
      <div className="row mt-3">
        <UnitButtonLink size="small" to="/my-day" replace>
          Stay logged in
        </UnitButtonLink>
        <Form method="post" action="/session/logout?anyway=yes" reloadDocument>
          <input type="hidden" name="next" value="/" />
          <Button type="submit" size="small" look="danger">
            {count === 0 ? 'Log out' : 'Log out anyway'}
          </Button>
        </Form>
      </div>
    </Banner>
  )
}
