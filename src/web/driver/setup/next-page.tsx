import { useLocation } from 'react-router'
import { useRootData } from '#web/kit/page/root-data.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { nextAfter } from './driver-state.ts'

/** Where the setup goes on from this page; null while the page itself is not filled in, and once the setup is over. */
export function useNextPage(): { name: string; to: string } | null {
  const driver = useRootData()?.driver
  const { pathname } = useLocation()
  return driver ? nextAfter(driver, pathname) : null
}

export const NextPage = ({ next: { name, to } }: { next: { name: string; to: string } }) => (
  <ButtonLink look="primary" size="big" to={to}>
    Next: {name}
  </ButtonLink>
)
