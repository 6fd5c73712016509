import { useLogin } from '#web/kit/session/login.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

/** Opens the dialog; without script, a link to the page that asks the same. */
export function LoginButton({ className, isPlain }: { className?: string; isPlain?: boolean }) {
  const login = useLogin()
  const look = isPlain ? className : buttonClass({ size: 'small' }, className)
  return (
    <>
      <button type="button" className={classNames(look, 'with-script')} onClick={login}>
        Login
      </button>
      <a href="/login" className={classNames(look, 'without-script')}>
        Login
      </a>
    </>
  )
}
