import { ArrowUpDown, Calendar } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Form } from 'react-router'
import catalogueUrl from '#modules/items/data.json?url'
import type { MoveDays } from '#web/kit/forms/move-day.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/choice.tsx'
import { InputField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PostcodeField } from '#web/ui/postcode-field.tsx'
import { nothingEntered, type EnteredMove, type WhatMoves } from './entered-move.ts'
import { useCheckedMove } from './use-checked-move.ts'

const whatChoices: readonly { value: WhatMoves; label: string }[] = [
  { value: 'home_or_office', label: 'Home or office' },
  { value: 'furniture', label: 'Furniture' },
]

/**
 * From, to, what and when: a plain GET form. Without script the front page checks both ends and leads on to the first booking step, or says
 * what is wrong (`entered`). `what` is known on a page about it, and asked on the home page.
 */
export function MoveForm({ firstDay, lastDay, what, asksWhat = false, entered = nothingEntered }: MoveFormProps) {
  const [from, setFrom] = useState(entered.from)
  const [to, setTo] = useState(entered.to)
  const { errors, questions, isBusy, isOffline, check, forgetDay } = useCheckedMove({ from, to }, entered, {
    firstDay,
    lastDay,
  })
  useEffect(() => {
    // For the browser's cache: the first step needs it. If it does not arrive now, that step asks again.
    void fetch(catalogueUrl).catch(() => null)
  }, [])
  return (
    <Form className="hero__form" action="/" aria-label="Your move" onSubmit={check} noValidate>
      <div className="ab">
        <span className="route__pin" aria-hidden="true">
          A
        </span>
        <PostcodeField
          hideLabel
          label="Moving from, postcode"
          name="from"
          placeholder="Moving from (postcode)"
          value={from}
          error={errors.from}
          notice={questions.from}
          onChange={setFrom}
          autoComplete="postal-code"
        />
        <span className="route__pin ab__b" aria-hidden="true">
          B
        </span>
        <PostcodeField
          hideLabel
          label="Moving to, postcode"
          name="to"
          placeholder="Moving to (postcode)"
          value={to}
          error={errors.to}
          notice={questions.to}
          onChange={setTo}
        />
        <IconButton
          className="ab__swap"
          icon={ArrowUpDown}
          label="Swap from and to"
          onClick={() => {
            setFrom(to)
            setTo(from)
          }}
        />
      </div>
      {asksWhat ? (
        <Segmented legend="What are you moving?" name="what" choices={whatChoices} defaultValue={entered.what} />
      ) : what ? (
        <input type="hidden" name="what" value={what} />
      ) : null}
      <InputField
        hideLabel
        label="Moving date"
        icon={<Icon of={Calendar} />}
        type="date"
        name="date"
        min={firstDay}
        max={lastDay}
        defaultValue={entered.date}
        error={errors.date}
        onInput={forgetDay}
      />
      <Button type="submit" look="primary" size="big" busy={isBusy} data-needs-script>
        Compare prices
      </Button>
      {isOffline ? (
        <p className="error" role="alert">
          You’re offline. Check your connection and press it again.
        </p>
      ) : null}
    </Form>
  )
}

interface MoveFormProps extends MoveDays {
  what?: WhatMoves
  asksWhat?: boolean
  entered?: EnteredMove
}
