import { getSavedMove } from '#modules/quoting/saved-moves/contract.ts'
import { apiContext, sessionContext } from '#web/kit/page/context.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { namedBy } from '#web/kit/session/gate.server.ts'
import { LogInFirst } from '#web/kit/session/login.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import type { Route } from './+types/saved-move'
import { MoveOffered } from './move-preview.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'A saved move' })

export async function loader({ params, context }: Route.LoaderArgs) {
  if (context.get(sessionContext)?.userRole !== 'customer') return { saved: null }
  return { saved: namedBy(await context.get(apiContext)(getSavedMove, { params: { id: params.id } })) }
}

/** A move that its customer saved by a name. */
export default function SavedMove({ loaderData: { saved } }: Route.ComponentProps) {
  if (!saved)
    return (
      <LogInFirst title="A saved move" heading="Log in to use a saved move">
        Only you can see your moves.
      </LogInFirst>
    )
  return (
    <Page>
      <PageHead title={saved.name}>
        <p>Filled in as you saved it. You’ll need to enter the date, contacts and notes again.</p>
      </PageHead>
      <MoveOffered move={saved.move} use="Use this move" />
    </Page>
  )
}
