import { Calendar } from 'lucide-react'
import { Form } from 'react-router'
import { addDays, type LocalDay } from '#shared/local-time.ts'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PostcodeField } from '#web/ui/postcode-field.tsx'

/** From, to and when: the front page checks them and leads on to the first booking step. */
export const QuickQuote = ({ firstDay }: { firstDay: LocalDay }) => (
  <Form className="stack gap-3 mt-4" action="/" noValidate aria-label="Your move">
    <PostcodeField
      hideLabel
      label="Moving from, postcode"
      name="from"
      placeholder="Moving from (postcode)"
      autoComplete="postal-code"
    />
    <PostcodeField hideLabel label="Moving to, postcode" name="to" placeholder="Moving to (postcode)" />
    <InputField
      hideLabel
      label="Moving date"
      icon={<Icon of={Calendar} />}
      type="date"
      name="date"
      min={firstDay}
      max={addDays(firstDay, 180)}
    />
    <Button type="submit" look="primary" wide>
      See prices for your move
    </Button>
  </Form>
)
