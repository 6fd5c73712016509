import type { Van } from '#web/ui/van.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Page } from '#web/ui/page.tsx'
import type { ComponentProps } from 'react'
import { LoginButton } from './login.tsx'

interface LogInFirstProps {
  /** Of the page. */
  title: string
  heading?: string
  van?: ComponentProps<typeof Van>['category']
  /** Otherwise the log-in leads to where it leads from the menu. */
  stays?: boolean
  children: string
}

/** What visitors see of a page that needs a log-in. */
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
