import { pageMeta } from '#web/kit/page/page-meta.ts'
import { Empty } from '#web/ui/empty.tsx'
import type { Route } from './+types/statements'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Statements' })

export default function Statements() {
  return (
    <>
      <div className="row row--apart mb-4">
        <h1>Statements</h1>
      </div>
      <Empty title="No statements yet">A statement covers one working unit and one period.</Empty>
    </>
  )
}
