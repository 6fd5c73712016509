import { Copy, Send } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { handOverMove, shareMove } from '#modules/quoting/kept-moves/contract.ts'
import type { AnswerOf, Endpoint } from '#shared/endpoint.ts'
import { formatDay, formatTime, localDayOf, toLocal } from '#shared/local-time.ts'
import { toWire } from '#shared/wire.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { sendQuestion } from '#web/kit/forms/use-asked.ts'
import type { ApiPath } from '#web/kit/session/api-fetch.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { InputField } from '#web/ui/field.tsx'
import type { Order } from '../draft/order.ts'
import { moveOfOrder } from './move-of-order.ts'

/** The list for another device, by a code, or for another person, by a link. */
export const SendListDialog = ({ order }: { order: Order }) => (
  <Dialog title="Save or send this list">
    <p className="small muted">
      With the places, the day, van and crew. Names, phone numbers, house numbers, notes and photos stay on this device.
    </p>
    <Code order={order} />
    <Link order={order} />
  </Dialog>
)

/** Asks once for each press. */
function useKept<E extends Endpoint>(path: ApiPath, order: Order) {
  const [answer, setAnswer] = useState<Answer<AnswerOf<E>> | null>(null)
  const [isBusy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    setAnswer(await sendQuestion<E>(path, { body: JSON.stringify(toWire(moveOfOrder(order))) }))
    setBusy(false)
  }
  return { data: answer?.ok ? answer.data : null, problem: answer && !answer.ok ? answer.detail : null, isBusy, ask }
}

function Part({ title, children, problem }: { title: string; children: ReactNode; problem: string | null }) {
  return (
    <section className="mt-5" aria-label={title}>
      <h3 className="h4">{title}</h3>
      {problem ? (
        <Banner tone="bad" isAlert className="mt-2">
          {problem}
        </Banner>
      ) : null}
      {children}
    </section>
  )
}

function Code({ order }: { order: Order }) {
  const { data, problem, isBusy, ask } = useKept<typeof handOverMove>('/api/booking/moves/codes/', order)
  return (
    <Part title="Carry on at another device" problem={problem}>
      <output className="block mt-2">
        {data ? (
          <>
            <b className="move-code num">{inGroups(data.code)}</b>
            <span className="block small">
              On the other device open {location.host}/carry-on and enter it. It works once, until{' '}
              {formatTime(toLocal(new Date(data.expiresAt)).minute)}.
            </span>
          </>
        ) : null}
      </output>
      <Button className="mt-2" busy={isBusy} onClick={() => void ask()}>
        {data ? 'Get another code' : 'Get a code'}
      </Button>
    </Part>
  )
}

/** "ABCD EFGH": read out and typed in two goes. */
const inGroups = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`

function Link({ order }: { order: Order }) {
  const { data, problem, isBusy, ask } = useKept<typeof shareMove>('/api/booking/moves/links/', order)
  return (
    <Part title="Share it by link" problem={problem}>
      {data ? (
        <Made address={`${location.origin}/moves/${data.token}`} expiresAt={data.expiresAt} />
      ) : (
        <>
          <p className="small mt-2">
            Anybody who has the link sees it for 30 days and can use it as their own. Yours stays as it is.
          </p>
          <Button className="mt-2" busy={isBusy} onClick={() => void ask()}>
            Make a link
          </Button>
        </>
      )}
    </Part>
  )
}

function Made({ address, expiresAt }: { address: string; expiresAt: string }) {
  const [said, setSaid] = useState('')
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    )
    setSaid(isCopied ? 'Copied.' : 'Not copied. Copy it from the field instead.')
  }
  // Who closes the sheet of their phone has chosen so.
  const send = () => void navigator.share({ title: 'Moving list', url: address }).catch(() => undefined)
  return (
    <>
      <InputField
        label="Link"
        hint={`Works until ${formatDay(localDayOf(new Date(expiresAt)))}.`}
        readOnly
        value={address}
        onFocus={({ target }) => target.select()}
      />
      <div className="row mt-2">
        <Button icon={Copy} onClick={() => void copy()}>
          Copy the link
        </Button>
        {'share' in navigator ? (
          <Button icon={Send} onClick={send}>
            Send the link
          </Button>
        ) : null}
        <output>{said}</output>
      </div>
    </>
  )
}
