import { countOf } from '#shared/count-of.ts'
import { ChevronDown, Hourglass, WifiOff } from 'lucide-react'
import { timeText } from '#web/kit/day/clock-view.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Outbox } from './offline/use-outbox.ts'

/** What is kept on this phone and not yet sent, and what was refused: that stays until it has been read. */
export function OutboxCard({ outbox }: { outbox: Outbox }) {
  const { unsent, isOnline, dismiss } = outbox
  // With signal, what can still be undone is shown at the foot of its job.
  const waiting = unsent.filter(
    (one) => one.refused === undefined && !one.isSent && !(isOnline && one.sendAfter !== undefined),
  )
  const refused = unsent.filter((one) => one.refused !== undefined)
  return (
    <>
      {refused.map(({ key, number, words, happenedAt, refused: reason }) => (
        <Banner key={key} tone="bad" isAlert title={`Not accepted: ${words}, ${timeText(happenedAt)}`}>
          <p>{reason}</p>
          <Button className="mt-2" size="small" onClick={() => dismiss(number)}>
            I have read this
          </Button>
        </Banner>
      ))}
      {waiting.length > 0 || !isOnline ? (
        <details className="outbox" open={!isOnline}>
          <summary>
            <Icon of={isOnline ? Hourglass : WifiOff} />
            <span>
              <b>{isOnline ? 'Sending' : 'No signal. Carry on.'}</b>
              {keptText(waiting.length)}
            </span>
            <Icon of={ChevronDown} />
          </summary>
          <ul className="plain">
            {waiting.map(({ key, words, happenedAt }) => (
              <li key={key}>
                <time dateTime={happenedAt}>{timeText(happenedAt)}</time>
                <span>{words}</span>
              </li>
            ))}
          </ul>
          <p className="muted mt-2">We’ll send it with these times when you’re back online. You can close this page.</p>
        </details>
      ) : null}
    </>
  )
}

function keptText(count: number): string {
  if (count === 0) return 'Your work is saved on this phone'
  return countOf(count, 'update saved on this phone', 'updates saved on this phone')
}
