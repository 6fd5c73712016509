import { textsIn } from '#web/kit/forms/form-text.ts'

/** The choices of a `NoticeTable`. Unticked boxes are not sent, so every event that was on the page is listed. */
export function noticesIn<Event extends string>(form: FormData, events: readonly Event[]) {
  const shown = new Set(textsIn(form, 'event'))
  return events
    .filter((event) => shown.has(event))
    .map((event) => ({
      event,
      email: form.has(`${event}.email`),
      sms: form.has(`${event}.sms`),
      push: form.has(`${event}.push`),
    }))
}
