import { useLocation } from 'react-router'
import { useRootData } from '#web/kit/page/root-data.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { nextAfter } from './driver-state.ts'

/** The next page of the setup; null until this one is complete, and after the setup. */
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
