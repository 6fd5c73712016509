import { useEffect, useRef, useState } from 'react'
import { InputField } from '#web/ui/field.tsx'

/** The second step of a login: the code of an authenticator app, or one of the codes kept for when the app is gone. */
export function CodeStep({ error }: { error?: string }) {
  const [isRecovery, setRecovery] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  // The field replaces those above, so it takes the focus.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each kind of code has its own field
  useEffect(() => box.current?.querySelector('input')?.focus(), [isRecovery])
  return (
    <div className="stack gap-2" ref={box}>
      {isRecovery ? (
        <InputField
          key="recovery"
          label="Recovery code"
          name="totp_code"
          hint="One of the codes you saved when you set this up. Each works once."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          error={error}
        />
      ) : (
        <InputField
          key="app"
          label="Code"
          name="totp_code"
          hint="Six digits from your authenticator app."
          inputMode="numeric"
          autoComplete="one-time-code"
          inputClass="num"
          maxLength={10}
          error={error}
        />
      )}
      <button type="button" className="link-btn" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? 'Use the app' : 'Use a recovery code'}
      </button>
    </div>
  )
}
