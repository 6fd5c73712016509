// What has been changed in a form whose fields keep their own text.

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The names of fields that differ from what is saved. */
export const changedFields = (form: HTMLFormElement): Set<string> =>
  new Set(fieldsIn(form).flatMap((field) => (isChanged(field) ? [field.name] : [])))

/**
 * What was sent is saved now, as the server writes it: "20" is "20.00" from here on. A field in which something has been typed since
 * keeps that.
 */
export function takeOver(form: HTMLFormElement, sent: FormData): void {
  for (const field of fieldsIn(form)) {
    if (field.value !== sent.get(field.name)) continue
    // React sets the defaults of the others, but of a choice only once.
    if (field instanceof HTMLSelectElement) {
      for (const option of field.options) option.defaultSelected = option.selected
    } else if (!isTicked(field)) field.value = savedOf(field)
  }
}

const fieldsIn = (form: HTMLFormElement): Field[] => [...form.elements].filter(isField)

const isField = (element: Element): element is Field =>
  (element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && element.type !== 'hidden' && element.type !== 'file')) &&
  element.name !== ''

const isTicked = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)

/** A field that React controls has what is typed as its default, and says itself what is saved. */
const savedOf = (field: HTMLInputElement | HTMLTextAreaElement): string => field.dataset['saved'] ?? field.defaultValue

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return Array.from(field.options).some((option) => option.selected !== option.defaultSelected)
  return isTicked(field) ? field.checked !== field.defaultChecked : field.value !== savedOf(field)
}
