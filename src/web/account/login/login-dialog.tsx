import { useCallback, useState, type SubmitEvent } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { parsePhone, phoneHint } from '#shared/phone.ts'
import { problemText } from '#web/kit/forms/answer.ts'
import { focusFirstError, textIn } from '#web/kit/forms/form-text.ts'
import { rememberSignedIn } from '#web/kit/session/auth-data.ts'
import type { LoginOptions } from '#web/kit/session/login.tsx'
import { postSession } from '#web/kit/session/api-fetch.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { useDialogs, Dialog } from '#web/ui/dialog.tsx'
import { CodeField, InputField } from '#web/ui/field.tsx'
import { LoginForm } from './login-form.tsx'

export function LoginDialog({ isVerified, stays }: LoginOptions) {
  const { closeAll } = useDialogs()
  const navigate = useNavigate()
  const onSuccess = useCallback(
    (next: string) => {
      closeAll()
      if (!stays) void navigate(next)
    },
    [closeAll, navigate, stays],
  )
  return (
    <Dialog
      title="Login"
      before={
        isVerified ? (
          <Banner tone="good" title="Email confirmed">
            Log in to continue.
          </Banner>
        ) : null
      }
    >
      <LoginForm onSuccess={onSuccess} />
      {isVerified ? null : <ByPhone onSuccess={onSuccess} />}
      {isVerified || stays ? null : <WaysIn />}
    </Dialog>
  )
}

function ByPhone({ onSuccess }: { onSuccess: (next: string) => void }) {
  const claim = useClaimByPhone()
  return (
    <button type="button" className="link-btn" onClick={() => claim(onSuccess)}>
      Booked by phone? Log in with a code
    </button>
  )
}

function WaysIn() {
  const { closeAll } = useDialogs()
  return (
    <p className="small">
      New here?{' '}
      <Link to="/register" onClick={closeAll}>
        Create an account
      </Link>
      , or{' '}
      <Link to="/register?as=driver" onClick={closeAll}>
        work with us as a driver
      </Link>
      .
    </p>
  )
}

interface Wrong {
  phone?: string
  code?: string
}

/** For a customer whom the office has booked for on the phone: a code to the number instead of a password. */
function ClaimDialog({ onSuccess }: { onSuccess: (next: string) => void }) {
  const [isSent, setSent] = useState(false)
  const [wrong, setWrong] = useState<Wrong>({})
  const [isBusy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const fail = (box: HTMLFormElement, errors: Wrong) => {
    setWrong(errors)
    focusFirstError(box, { ...errors })
  }
  const sendCode = async (box: HTMLFormElement) => {
    const answer = await postSession('claim-code', new FormData(box))
    if (answer.ok) setSent(true)
    else fail(box, { phone: answer.errors?.phone?.[0] ?? problemText(answer) })
  }
  const enter = async (box: HTMLFormElement) => {
    const answer = await postSession('claim', new FormData(box))
    if (!answer.ok) return fail(box, { code: answer.errors?.code?.[0] ?? problemText(answer) })
    rememberSignedIn(answer.data.access)
    await revalidate()
    return onSuccess(answer.data.next)
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const box = event.currentTarget
    const form = new FormData(box)
    setWrong({})
    if (!parsePhone(textIn(form, 'phone'))) return fail(box, { phone: phoneHint })
    if (isSent && !textIn(form, 'code').trim()) return fail(box, { code: 'Enter the six digits.' })
    setBusy(true)
    await (isSent ? enter(box) : sendCode(box))
    return setBusy(false)
  }
  return (
    <Dialog title="Log in with a code">
      <p className="muted">If you booked with us on the phone, we’ll text you a code.</p>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <InputField
          label="Phone"
          name="phone"
          type="tel"
          inputClass="num"
          autoComplete="tel"
          readOnly={isSent}
          error={wrong.phone}
        />
        {isSent ? (
          <>
            <output className="small">If this number has a booking with us, a code is on its way to it.</output>
            <CodeField label="Code" error={wrong.code} />
          </>
        ) : null}
        <Button type="submit" look="primary" wide busy={isBusy}>
          {isSent ? 'Login' : 'Text me a code'}
        </Button>
        {isSent ? (
          <button type="button" className="link-btn" onClick={() => setSent(false)}>
            Another number, or another code
          </button>
        ) : null}
      </form>
    </Dialog>
  )
}

function useClaimByPhone(): (onSuccess: (next: string) => void) => void {
  const { open } = useDialogs()
  return (onSuccess) => open(<ClaimDialog onSuccess={onSuccess} />)
}
