import { pageMeta } from '#web/kit/page/page-meta.ts'
import { OfficeHead } from '#web/kit/office/office-head.tsx'
import { Empty } from '#web/ui/empty.tsx'
import type { Route } from './+types/statements'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Statements' })

export default function Statements() {
  return (
    <>
      <OfficeHead title="Statements" />
      <Empty title="No statements yet">A statement covers one working unit and one period.</Empty>
    </>
  )
}
