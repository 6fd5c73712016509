import { useLogin } from '#web/kit/session/login.tsx'
import { buttonClass } from '#web/ui/button.tsx'

export function LoginButton({ className, isPlain }: { className?: string; isPlain?: boolean }) {
  const login = useLogin()
  return (
    <button type="button" className={isPlain ? className : buttonClass({ size: 'small' }, className)} onClick={login}>
      Login
    </button>
  )
}
