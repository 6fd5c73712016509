import { MINIMUM_COVER } from '#modules/companies/rules.ts'
import { formatPounds, parsePounds } from '#shared/money.ts'
import { MoneyField } from '#web/ui/field.tsx'

/** In pounds, as typed. */
export interface TypedCover {
  total: string
  perItem: string
}

/** What is wrong, by the field's path on the wire. */
export type CoverErrors = Partial<Record<'cover_pence' | 'cover_per_item_pence', string>>

interface CoverFieldsProps {
  cover: TypedCover
  onChange: (cover: TypedCover) => void
  errors: CoverErrors
}

/** Customers read these two before they choose. They have no names: without script nobody would turn pounds into pence. */
export const CoverFields = ({ cover, onChange, errors }: CoverFieldsProps) => (
  <>
    <MoneyField
      label="Most it pays for a move"
      className="doc__day"
      value={cover.total}
      onChange={(event) => onChange({ ...cover, total: event.target.value })}
      error={errors.cover_pence}
    />
    <MoneyField
      label="Most it pays for one item"
      hint="As shown on the policy. Customers see both."
      className="doc__day"
      value={cover.perItem}
      onChange={(event) => onChange({ ...cover, perItem: event.target.value })}
      error={errors.cover_per_item_pence}
    />
  </>
)

/** What is wrong with the two amounts; the server looks again. */
export function coverErrors({ total, perItem }: TypedCover): CoverErrors {
  const [move, item] = [parsePounds(total), parsePounds(perItem)]
  const { totalPence, perItemPence } = MINIMUM_COVER
  const errors: CoverErrors = {}
  if (move === undefined) errors.cover_pence = 'Enter the amount from the policy, such as 20000.'
  else if (move < totalPence) errors.cover_pence = `It has to be ${formatPounds(totalPence)} a move or more.`
  if (item === undefined) errors.cover_per_item_pence = 'Enter the amount from the policy, such as 2500.'
  else if (item < perItemPence)
    errors.cover_per_item_pence = `It has to be ${formatPounds(perItemPence)} an item or more.`
  else if (move !== undefined && item > move)
    errors.cover_per_item_pence = 'One item can’t be covered for more than the whole move.'
  return errors
}
