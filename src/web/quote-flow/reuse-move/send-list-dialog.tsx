import { Copy, Send } from 'lucide-react'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { Link } from 'react-router'
import type { saveMove, handOverMove, shareMove } from '#modules/quoting/saved-moves/contract.ts'
import { timeString } from '#shared/duration.ts'
import type { AnswerOf, Endpoint, CallInput } from '#shared/endpoint.ts'
import { formatDay, formatTime, localDayOf, toLocal } from '#shared/local-time.ts'
import { normalisePlace } from '#shared/uk-postcode.ts'
import { toWire } from '#shared/wire.ts'
import { askedItem, loadOfOrder } from '#web/kit/bookings/load.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { sendQuestion } from '#web/kit/forms/use-api-query.ts'
import { useSession } from '#web/kit/page/root-data.ts'
import type { ApiPath } from '#web/kit/session/api-fetch.ts'
import { useLogin } from '#web/kit/session/login.tsx'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { InputField } from '#web/ui/field.tsx'
import { type Order, addedMinutesOf } from '../draft/order.ts'

/** The list under a name; for another device, by a code; or for another person, by a link. */
export const SendListDialog = ({ order }: { order: Order }) => (
  <Dialog title="Save or send this list">
    <p className="small muted">
      With the places, van and crew. Names, phone numbers, notes and photos stay on this device.
    </p>
    <Save order={order} />
    <Code order={order} />
    <ListLink order={order} />
  </Dialog>
)

/** Asks once for each press. */
function useSent<E extends Endpoint>(path: ApiPath) {
  const [answer, setAnswer] = useState<Answer<AnswerOf<E>> | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (body: object) => {
    setBusy(true)
    setAnswer(await sendQuestion<E>(path, { body: JSON.stringify(toWire(body)) }))
    setBusy(false)
  }
  const refused = answer && !answer.ok ? answer : null
  return {
    data: answer?.ok ? answer.data : null,
    problem: refused && !refused.errors?.name ? refused.detail : null,
    error: refused?.errors?.name?.[0],
    isBusy,
    send,
  }
}

/** Under a name, in the customer's account. */
function Save({ order }: { order: Order }) {
  const session = useSession()
  const login = useLogin({ stays: true })
  const { data, problem, error, isBusy, send } = useSent<typeof saveMove>('/api/users/moves/')
  const [name, setName] = useState('')
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isBusy) void send({ name, move: moveToSave(order) })
  }
  return (
    <Part title="Save this move" problem={problem}>
      {session?.userRole === 'customer' ? (
        <form className="stack gap-3 mt-2" onSubmit={save} noValidate>
          <InputField
            label="Name"
            placeholder="Spring fair"
            maxLength={60}
            error={error}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <div className="row">
            <Button type="submit" busy={isBusy}>
              Save
            </Button>
            <output className="small">
              {data ? (
                <>
                  Saved as “{data.name}”. <Link to="/customer-settings#moves">See your saved moves</Link>
                </>
              ) : null}
            </output>
          </div>
        </form>
      ) : (
        <p className="small mt-2">
          {session ? (
            'Log in as a customer'
          ) : (
            <LinkButton className="inline" onClick={login}>
              Log in
            </LinkButton>
          )}{' '}
          to save moves by a name and book them again.
        </p>
      )}
    </Part>
  )
}

function Part({ title, children, problem }: { title: string; children: ReactNode; problem: string | null }) {
  return (
    <section className="mt-5" aria-label={title}>
      <h3 className="h4">{title}</h3>
      <ProblemBanner text={problem} className="mt-2" />
      {children}
    </section>
  )
}

function Code({ order }: { order: Order }) {
  const { data, problem, isBusy, send } = useSent<typeof handOverMove>('/api/booking/moves/codes/')
  return (
    <Part title="Continue on another device" problem={problem}>
      <output className="block-box mt-2">
        {data ? (
          <>
            <b className="move-code num">{inGroups(data.code)}</b>
            <span className="block-box small">
              On the other device open {location.host}/carry-on and enter it. It works once, until{' '}
              {formatTime(toLocal(new Date(data.expiresAt)).minute)}.
            </span>
          </>
        ) : null}
      </output>
      <Button className="mt-2" busy={isBusy} onClick={() => void send(moveOfOrder(order))}>
        {data ? 'Get another code' : 'Get a code'}
      </Button>
    </Part>
  )
}

/** "ABCD EFGH": read out and typed in two goes. */
const inGroups = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`

function ListLink({ order }: { order: Order }) {
  const { data, problem, isBusy, send } = useSent<typeof shareMove>('/api/booking/moves/links/')
  return (
    <Part title="Share it by link" problem={problem}>
      {data ? (
        <Made address={`${location.origin}/moves/${data.token}`} expiresAt={data.expiresAt} />
      ) : (
        <>
          <p className="small mt-2">
            Anyone with the link can see it for 30 days, without house numbers, and use it as their own. Your own list
            won’t change.
          </p>
          <Button className="mt-2" busy={isBusy} onClick={() => void send(moveOfOrder(order))}>
            Make a link
          </Button>
        </>
      )}
    </Part>
  )
}

function Made({ address, expiresAt }: { address: string; expiresAt: string }) {
  const [copyMessage, setCopyMessage] = useState('')
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    )
    setCopyMessage(isCopied ? 'Copied.' : 'Not copied. Copy it from the field instead.')
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
        <output>{copyMessage}</output>
      </div>
    </>
  )
}

// The order of this browser as it is kept for another device or person: without names, numbers, house numbers, notes and photos.

type MoveToKeep = CallInput<typeof shareMove>['body']

/** In the van that is chosen or suggested. What is no postcode yet is left out. */
export function moveOfOrder(order: Order): MoveToKeep {
  const { van, help } = loadOfOrder(order)
  return {
    jobKind: order.jobKind,
    items: order.items.map((item) => ({
      ...askedItem(item),
      amount: item.amount,
      needAssembling: order.assemblingItems.includes(item.id),
      needDisassembling: order.dismantlingItems.includes(item.id),
    })),
    manPower: help,
    assemblingHelp: order.assemblingHelp,
    disassemblingHelp: order.dismantlingHelp,
    vanCategory: van,
    needTailLift: order.needTailLift,
    extraTime: timeString(addedMinutesOf(order)),
    declaredWaiting: timeString(order.waitingMinutes),
    routePoints: order.routePoints.map(({ postcode, stairs }) => ({ postcode: normalisePlace(postcode), stairs })),
    date: order.date,
    time: order.time,
  }
}

type MoveToSave = CallInput<typeof saveMove>['body']['move']

/** The same as a customer saves it: with houses and streets, and without a day. */
export function moveToSave(order: Order): MoveToSave {
  const { date: _date, time: _time, routePoints, ...move } = moveOfOrder(order)
  return {
    ...move,
    routePoints: routePoints.map((point, index) => {
      const { flatAndHouse = '', address } = order.routePoints[index] ?? {}
      return {
        ...point,
        flatAndHouse: flatAndHouse.trim() || null,
        formattedAddress: address?.formattedAddress.trim() || null,
      }
    }),
  }
}
