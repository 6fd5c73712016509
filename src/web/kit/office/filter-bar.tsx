import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { FormErrors } from '#web/kit/forms/answer.ts'
import { Button } from '#web/ui/button.tsx'
import { InputField, SelectField } from '#web/ui/field.tsx'
import type { Filters, FilterValues } from './filters.ts'

interface FilterBarProps<F extends Filters> {
  filters: F
  values: FilterValues<F>
  /** What to do about what was typed, by the name of the filter. */
  errors?: FormErrors
  /** Hidden fields. */
  children?: ReactNode
}

/** The filters above a list. A GET form, so it works without script. */
export function FilterBar<F extends Filters>({ filters, values, errors = {}, children }: FilterBarProps<F>) {
  return (
    <search>
      <Form method="get" className="filter-bar cells g-3 mb-4">
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
              error={errors[name]}
            />
          ) : filter.kind === 'day' ? (
            <InputField
              key={`${name}=${values[name]}`}
              label={filter.label}
              name={name}
              inputMode="numeric"
              placeholder="DD/MM/YYYY"
              maxLength={10}
              defaultValue={values[name]}
              error={errors[name]}
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
        {children}
        <Button type="submit">Show</Button>
      </Form>
    </search>
  )
}
