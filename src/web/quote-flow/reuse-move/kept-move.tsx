import { getKeptMove } from '#modules/quoting/saved-moves/contract.ts'
import { formatDay, localDayOf } from '#shared/local-time.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { namedBy } from '#web/kit/session/gate.server.ts'
import { Page, PageHead } from '#web/ui/page.tsx'
import type { Route } from './+types/kept-move'
import { MoveOffered } from './move-preview.tsx'

/** Anybody who has the address sees the move. */
export const handle: PageHandle = { isSecret: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'A move to carry on with' })

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const savedMove = namedBy(await context.get(apiContext)(getKeptMove, { params: { token: params.token } }))
  return { ...savedMove, isOwn: url.searchParams.get('from') === 'device' }
}

/** A list that was sent, or the one of one's own other device. */
export default function KeptMove({ loaderData: { move, expiresAt, isOwn } }: Route.ComponentProps) {
  return (
    <Page>
      <PageHead title={isOwn ? 'Your move from the other device' : 'A moving list for you'}>
        <p>
          {isOwn
            ? 'Everything is here except names, phone numbers, house numbers, notes and photos.'
            : `Somebody shared it with you by this link, which works until ${formatDay(localDayOf(new Date(expiresAt)))}. Your changes won’t affect theirs.`}
        </p>
      </PageHead>
      <MoveOffered move={move} use={isOwn ? 'Carry on here' : 'Use this list as mine'} />
    </Page>
  )
}
