import { Calendar } from 'lucide-react'
import { Form } from 'react-router'
import { addDays, type LocalDay } from '#shared/local-time.ts'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PostcodeField } from '#web/ui/postcode-field.tsx'

/** From, to and when: the same GET form to the first booking step as on the front page. */
export const QuickQuote = ({ firstDay }: { firstDay: LocalDay }) => (
  <Form className="stack gap-3 mt-4" action="/additional-services" aria-label="Your move">
    <PostcodeField hideLabel label="Moving from, postcode" name="from" placeholder="Moving from (postcode)" isStrict />
    <PostcodeField hideLabel label="Moving to, postcode" name="to" placeholder="Moving to (postcode)" isStrict />
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
