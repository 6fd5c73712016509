import { useFetcher } from 'react-router'
import { errorAt, type Answer } from '#web/kit/forms/answer.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { InputField, MoneyField } from '#web/ui/field.tsx'
import { ChangeFields, type ChangeProps } from './change-proposed.tsx'

/** What the customer asked for and the rates say nothing of: the owner names the price, and the customer decides. */
export function PriceChange({ bookingId, change }: ChangeProps) {
  const { Form, data, state } = useFetcher<Answer>({ key: 'price-change' })
  return (
    <Form method="post" className="stack" noValidate>
      <ChangeFields bookingId={bookingId} change={change} />
      {data && !data.ok ? (
        <Banner tone="bad" isAlert>
          {data.detail}
        </Banner>
      ) : null}
      <InputField
        label="What it is for"
        name="label"
        maxLength={120}
        defaultValue={change.words.slice(0, 120)}
        error={errorAt(data, 'line.label')}
      />
      <MoneyField label="What it costs" name="amount" inputMode="decimal" error={errorAt(data, 'line.amount_pence')} />
      <Button type="submit" name="intent" value="price-change" busy={state !== 'idle'}>
        Name this price
      </Button>
    </Form>
  )
}
