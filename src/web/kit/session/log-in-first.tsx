import { useLogin } from '#web/kit/session/login.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Page } from '#web/ui/page.tsx'

/** What a visitor sees of a page that belongs to somebody. Logging in stays here. */
export function LogInFirst({ title, children }: { title: string; children: string }) {
  const login = useLogin({ stays: true })
  return (
    <Page className="page--list">
      <h1>{title}</h1>
      <Empty
        van="medium_van"
        title="Log in first"
        action={
          <Button look="primary" onClick={login}>
            Login
          </Button>
        }
      >
        {children}
      </Empty>
    </Page>
  )
}
