import type { Van } from '#web/ui/van.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Page } from '#web/ui/page.tsx'
import type { ComponentProps } from 'react'
import { LoginButton } from './login.tsx'

interface LogInFirstProps {
  /** The page's title. */
  title: string
  heading?: string
  van?: ComponentProps<typeof Van>['category']
  /** If absent, the login leads where it does from the menu. */
  stays?: boolean
  children: string
}

/** What visitors see of a page that requires a login. */
export const LogInFirst = ({
  title,
  heading = 'Log in first',
  van = 'medium_van',
  stays = true,
  children,
}: LogInFirstProps) => (
  <Page className="page--list">
    <h1>{title}</h1>
    <Empty van={van} title={heading} action={<LoginButton stays={stays} />}>
      {children}
    </Empty>
  </Page>
)
