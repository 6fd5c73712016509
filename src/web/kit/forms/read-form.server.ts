// Reads what our pages send. Hand-written requests may contain anything: they get a 4xx, never a 500.
import type { z } from 'zod'
import { withoutUnseen } from '#shared/pasted.ts'

export async function readForm(request: Request): Promise<FormData> {
  try {
    const form = await request.formData()
    for (const name of new Set(form.keys())) {
      const values = form.getAll(name).map((value) => (typeof value === 'string' ? withoutUnseen(value) : value))
      form.delete(name)
      for (const value of values) form.append(name, value)
    }
    return form
  } catch {
    const type = request.headers.get('content-type') ?? ''
    const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)
    throw new Response(null, { status: isForm ? 400 : 415 })
  }
}

/** JSON of the outer form the page's action relies on; the API validates the values. */
export async function readJson<Sent>(request: Request, shape: z.ZodType<Sent>): Promise<Sent> {
  const sent = shape.safeParse(await request.json().catch(() => undefined))
  if (sent.success) return sent.data
  throw new Response(null, { status: 400 })
}
