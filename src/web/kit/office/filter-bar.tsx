import { Form } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { InputField, SelectField } from '#web/ui/field.tsx'
import type { Filters, FilterValues } from './filters.ts'

/** The filters above a list. A GET form, so it works without script. */
export function FilterBar<F extends Filters>({ filters, values }: { filters: F; values: FilterValues<F> }) {
  return (
    <search>
      <Form method="get" className="filter-bar">
        {Object.entries(filters).map(([name, filter]) =>
          filter.kind === 'text' ? (
            <InputField
              key={`${name}=${values[name]}`}
              label={filter.label}
              name={name}
              type="search"
              className="filter-bar__text"
              placeholder={filter.placeholder}
              defaultValue={values[name]}
            />
          ) : (
            <SelectField key={`${name}=${values[name]}`} label={filter.label} name={name} defaultValue={values[name]}>
              {filter.choices.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectField>
          ),
        )}
        <Button type="submit">Show</Button>
      </Form>
    </search>
  )
}
