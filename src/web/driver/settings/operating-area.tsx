import { Suspense, useEffect } from 'react'
import { useFetcher } from 'react-router'
import { z } from 'zod'
import { getCompany } from '#modules/companies/contract.ts'
import { setOperatingArea } from '#modules/fleet/units/contract.ts'
import type { OperatingArea } from '#web/driver/area/use-area.ts'
import { dataOf, needDriver, needDriverForm } from '#web/kit/session/gate.server.ts'
import { plainAnswerOf, readJson } from '#web/kit/forms/answer.server.ts'
import { type Answer, formProblemOf, orUnreachable } from '#web/kit/forms/answer.ts'
import { chooseUnit, type ChosenUnit } from '#web/kit/units/chosen-unit.server.ts'
import { FirstUnit } from '#web/driver/units/unit-card.tsx'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { SkeletonCard } from '#web/ui/page.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { Route } from './+types/operating-area'
import './area.css'
import { lazyPart } from '#web/ui/lazy-part.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Operating area' })

// Loaded separately: the table of districts and the map are larger than all other settings together.
const AreaPicker = lazyPart(async () => (await import('#web/driver/area/area-picker.tsx')).default)

export async function loader({ context, url }: Route.LoaderArgs): Promise<ChosenUnit & { base: string | null }> {
  const { call } = needDriver(context)
  const [chosen, company] = await Promise.all([chooseUnit(call, { url }), call(getCompany)])
  return { ...chosen, base: dataOf(company).basePostcode }
}

const submittedShape = z.object({
  unitId: z.string(),
  districts: z.array(z.string()),
  basePostcode: z.string().nullable(),
  radiusMetres: z.number().nullable(),
})

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const { call } = needDriverForm(context, request)
  const { unitId, districts, basePostcode, radiusMetres } = await readJson(request, submittedShape)
  const body = { districts, basePostcode, radiusMetres }
  return plainAnswerOf(await call(setOperatingArea, { params: { id: unitId }, body }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function OperatingAreaPage({ loaderData: { unit, base } }: Route.ComponentProps) {
  const fetcher = useFetcher<Answer>()
  const showToast = useToast()
  const saved = fetcher.state === 'idle' ? fetcher.data : undefined
  useEffect(() => {
    if (saved?.ok) showToast({ title: 'Area saved' })
  }, [saved, showToast])
  if (!unit) return <FirstUnit />
  const save = (area: OperatingArea) =>
    void fetcher.submit(
      { ...area, districts: [...area.districts], unitId: unit.id },
      { method: 'post', encType: 'application/json' },
    )
  return (
    <Suspense fallback={<SkeletonCard label="Loading the map" />}>
      <AreaPicker
        key={unit.id}
        saved={unit.operatingArea}
        companyBase={base}
        isBusy={fetcher.state !== 'idle'}
        problem={formProblemOf(saved)}
        onSave={save}
      />
    </Suspense>
  )
}
