import { isRouteErrorResponse } from 'react-router'
import type { StaffRole } from '#shared/endpoint.ts'
import { fieldsOf } from '#shared/records.ts'
import { OfficeShell, OfficeHead } from '#web/kit/office/office-shell.tsx'
import { officeStartOf, STAFF_NAMES, staffText } from '#web/kit/office/office-pages.ts'
import { useSession } from '#web/kit/page/root-data.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorScreen } from './error-screen.tsx'

/** A page of another role says whose it is, beside the menu of what is open; any other failure is as everywhere. */
export function OfficeError({ error }: { error: unknown }) {
  const role = useSession()?.staffRole
  const refused = isRouteErrorResponse(error) && error.status === 403 ? fieldsOf(error.data) : {}
  if (refused['code'] !== 'staff_role') return <ErrorScreen error={error} />
  const staff = (Array.isArray(refused['staff']) ? refused['staff'] : []) as StaffRole[]
  return (
    <OfficeShell>
      <title>Not for your role | Vanfare</title>
      <OfficeHead title="This page isn’t for your role" />
      <div className="stack">
        <p>
          {role ? `You work in the office as ${STAFF_NAMES[role].toLowerCase()}. ` : ''}
          {staff.length > 0 ? `This page is for ${staffText(staff)}. ` : ''}If you need it, ask an owner to change your
          role.
        </p>
        <div className="row">
          <ButtonLink look="primary" to={officeStartOf(role)}>
            Go to your first page
          </ButtonLink>
        </div>
      </div>
    </OfficeShell>
  )
}
