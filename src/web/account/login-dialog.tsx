import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import { InputField } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

/** Sends e-mail and password to the page action that owns the session cookie. */
export function LoginDialog() {
  const { closeAll } = useDialogs()
  const fetcher = useFetcher<{ ok: boolean; detail?: string }>()
  const isIn = fetcher.data?.ok === true
  useEffect(() => {
    if (isIn) closeAll()
  }, [isIn, closeAll])
  return (
    <Dialog title="Login">
      <fetcher.Form className="stack" method="post" action="/session/login">
        {fetcher.data?.ok === false ? (
          <Banner tone="bad" isAlert>
            {fetcher.data.detail ?? 'Error'}
          </Banner>
        ) : null}
        <InputField label="Email" name="email" type="email" autoComplete="username" required />
        <PasswordField label="Password" name="password" autoComplete="current-password" required />
        <Button type="submit" look="primary" wide busy={fetcher.state !== 'idle'}>
          Login
        </Button>
      </fetcher.Form>
    </Dialog>
  )
}
