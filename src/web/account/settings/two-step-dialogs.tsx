import { Copy, Download, KeyRound, ShieldOff } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Dialog, useDialogs } from '#web/ui/dialog.tsx'
import { CodeField } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { type Answer, errorAt, problemText } from '#web/kit/forms/answer.ts'
import { focusFirstError, textIn } from '#web/kit/forms/form-text.ts'
import { readableSecret } from './account-view.ts'
import { codeError } from '#web/kit/account/settings-card.tsx'
import { saveFile } from '#web/kit/upload/send-files.ts'

export interface StartedTwoStep {
  secret: string
  otpauthUri: string
  qr: { size: number; path: string }
}

/** Scan, type the first code, keep the recovery codes. */
export function SetUpDialog({ started }: { started: StartedTwoStep }) {
  const { pathname } = useLocation()
  const { submit, data, state } = useFetcher<Answer<{ recoveryCodes: string[] }>>()
  const [error, setError] = useState<string | undefined>()
  if (data?.ok) return <CodesDialog codes={data.data.recoveryCodes} isNew />
  const confirm = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const wrong = codeError(textIn(form, 'code'))
    setError(wrong)
    if (wrong) focusFirstError(event.currentTarget, { code: wrong })
    else void submit(form, { method: 'post', action: pathname })
  }
  const refused = data && !data.ok && !data.errors ? problemText(data) : undefined
  return (
    <Dialog title="Set up your app">
      <p className="muted">Scan this with an authenticator app, then enter the code it shows.</p>
      <QrCode {...started.qr} />
      <Secret started={started} />
      <form className="stack" noValidate onSubmit={confirm}>
        <input type="hidden" name="intent" value="two-step-confirm" />
        <CodeField label="Code from the app" error={error ?? errorAt(data, 'code') ?? refused} />
        <Button type="submit" look="primary" wide busy={state !== 'idle'}>
          Turn on
        </Button>
      </form>
    </Dialog>
  )
}

/** Black on white even at night, because cameras need it. */
const QrCode = ({ size, path }: StartedTwoStep['qr']) => (
  // Drawn inline, because an image request would put the secret in a URL.
  <svg
    className="qr edge-1 r-control"
    viewBox={`0 0 ${size} ${size}`}
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an SVG is a picture only by its role
    role="img"
    aria-label="QR code; the key below says the same"
  >
    <rect fill="#fff" width={size} height={size} />
    <path fill="#000" d={path} />
  </svg>
)

function Secret({ started: { secret, otpauthUri } }: { started: StartedTwoStep }) {
  return (
    <div className="small">
      <p>
        On this phone already? <a href={otpauthUri}>Open the app</a>. Or type in this key:
      </p>
      <p className="num qr__key mid break">{readableSecret(secret)}</p>
    </div>
  )
}

/** Shown once: only their digests are kept. */
export function CodesDialog({ codes, isNew }: { codes: readonly string[]; isNew?: boolean }) {
  const { closeAll } = useDialogs()
  const showToast = useToast()
  const text = `${codes.join('\n')}\n`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      showToast({ title: 'Recovery codes copied.' })
    } catch {
      showToast({ title: 'Couldn’t copy', text: 'Please select the codes and copy them.', tone: 'bad' })
    }
  }
  return (
    <Dialog title={isNew ? 'It’s on. Save these codes' : 'Your new recovery codes'} icon={KeyRound} tone="good">
      <p className="muted">
        Without the app, each lets you in once. You won’t see them again{isNew ? '' : '; your old codes no longer work'}
        .
      </p>
      <ul className="codes cells cols-2 g-1-4 p-3-4 edge-1 r-control mid num list">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <Button size="small" icon={Copy} onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          size="small"
          icon={Download}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'vanfare-recovery-codes.txt')}
        >
          Download
        </Button>
      </div>
      <div className="dialog__acts">
        <Button look="primary" onClick={closeAll}>
          I’ve saved them
        </Button>
      </div>
    </Dialog>
  )
}

export function TurnOffDialog({ onTurnOff }: { onTurnOff: () => void }) {
  const { closeAll } = useDialogs()
  const turnOff = () => {
    closeAll()
    onTurnOff()
  }
  return (
    <Dialog title="Turn the code off?" icon={ShieldOff} tone="warn">
      <p className="muted">Anyone who knows your password can then log in. Your recovery codes stop working too.</p>
      <div className="dialog__acts">
        <Button look="danger" onClick={turnOff}>
          Turn off
        </Button>
        <Button onClick={closeAll}>Keep it on</Button>
      </div>
    </Dialog>
  )
}
