import { LockKeyhole } from 'lucide-react'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useFetcher, useLocation, type ShouldRevalidateFunctionArgs } from 'react-router'
import { type Answer, errorAt, problemText } from '#web/kit/forms/answer.ts'
import { focusFirstError, textIn } from '#web/kit/forms/form-text.ts'
import { useSession } from '#web/kit/page/root-data.ts'
import { Button } from '#web/ui/button.tsx'
import { useDialogs, Dialog } from '#web/ui/dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

interface AccountFormOptions<Data> {
  onSaved?: (data: Data) => void
  /** Saving is followed by another dialog. */
  opensDialog?: boolean
}

/**
 * Sends a card's form to its page's action. If the server requires the password first (T-030), it is asked for and the form sent
 * again; cancelling leaves the form as it was. If the session had expired, the form is sent again once the same person has logged
 * in.
 */
export function useAccountForm<Data = unknown>(key: string, options: AccountFormOptions<Data> = {}) {
  const { submit, data, state } = useFetcher<Answer<Data>>({ key })
  const { open, closeAll } = useDialogs()
  const { pathname } = useLocation()
  const sentForm = useRef<FormData | null>(null)
  const isAskingPassword = useRef(false)
  const userId = useSession()?.id ?? null
  const sentBy = useRef<string | null>(null)
  const awaitsLogin = useRef(false)

  const send = (form: FormData) => {
    sentForm.current = form
    sentBy.current = userId
    isAskingPassword.current = false
    awaitsLogin.current = false
    void submit(form, { method: 'post', action: pathname })
  }
  useEffect(() => {
    if (!awaitsLogin.current || !userId || !sentForm.current) return
    awaitsLogin.current = false
    if (userId === sentBy.current) void submit(sentForm.current, { method: 'post', action: pathname })
    // oxlint-disable-next-line react/exhaustive-deps -- once somebody has logged in
  }, [userId])
  useEffect(() => {
    if (!data || !sentForm.current) return
    if (isSignedOut(data)) {
      awaitsLogin.current = true
      return
    }
    if (!data.ok && asksForPassword(data, sentForm.current)) {
      if (!isAskingPassword.current)
        open(<ReauthenticationDialog fetcherKey={key} action={pathname} form={sentForm.current} />)
      isAskingPassword.current = true
      return
    }
    if (isAskingPassword.current && !(data.ok && options.opensDialog)) closeAll()
    isAskingPassword.current = false
    if (data.ok) options.onSaved?.(data.data)
    // oxlint-disable-next-line react/exhaustive-deps -- an answer is taken once
  }, [data])

  const refused = data && !data.ok && data.code !== 'reauth_required' && !isSignedOut(data) ? data : undefined
  return {
    send,
    isBusy: state !== 'idle',
    /** The answer to the last form, once it has arrived. */
    saved: state === 'idle' && data?.ok ? data.data : undefined,
    /** The problem with the form as a whole, if no field shows it. */
    problem: refused && !refused.errors ? problemText(refused) : undefined,
    errorAt: (name: string) => errorAt(data, name),
  }
}

/** The session had expired before the form arrived. */
const isSignedOut = (answer: Answer | undefined): boolean =>
  answer !== undefined && !answer.ok && answer.code === 'unauthenticated'

/** For pages with such forms: while one waits for its owner to log in again, the other fields keep their text. */
export const shouldKeepFormValues = ({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean => !isSignedOut(actionResult) && defaultShouldRevalidate

/** A form with its own password field shows the error there. */
const asksForPassword = (answer: Answer, form: FormData): boolean =>
  !answer.ok && answer.code === 'reauth_required' && !form.has('current_password')

interface ReauthenticationProps {
  /** The card's own fetcher, so its answer is also the answer here. */
  fetcherKey: string
  action: string
  /** What was sent, to be sent again with the password. */
  form: FormData
}

/** Asks for the password before a change that a stolen session must not make (T-030). */
function ReauthenticationDialog({ fetcherKey, action, form }: ReauthenticationProps) {
  const { submit, data, state } = useFetcher<Answer>({ key: fetcherKey })
  const [isEmpty, setEmpty] = useState(false)
  const confirm = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = textIn(new FormData(event.currentTarget), 'current_password')
    setEmpty(password === '')
    if (password === '') return focusFirstError(event.currentTarget, { current_password: 'Required' })
    const confirmedForm = new FormData()
    for (const [name, value] of form) confirmedForm.append(name, value)
    confirmedForm.set('current_password', password)
    void submit(confirmedForm, { method: 'post', action })
  }
  return (
    <Dialog title="Enter your password" icon={LockKeyhole}>
      <p className="muted">You logged in a while ago. We ask again before a change like this.</p>
      <form className="stack" noValidate onSubmit={confirm}>
        <PasswordField
          label="Password"
          name="current_password"
          autoComplete="current-password"
          error={isEmpty ? 'Required' : errorAt(data, 'current_password')}
        />
        {/* A wrong password is reported before the page behind has reloaded, and the next try need not wait for that. */}
        <Button type="submit" look="primary" wide busy={state === 'submitting'}>
          Carry on
        </Button>
      </form>
    </Dialog>
  )
}
