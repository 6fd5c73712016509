import { Upload } from 'lucide-react'
import { getCompany } from '#modules/companies/contract.ts'
import {
  arrangeCompanyPhotos,
  getMarketingInfo,
  removeCompanyPhoto,
  saveMarketingInfo,
} from '#modules/companies/marketing/contract.ts'
import { MARK_COLOURS, type MarkColour } from '#modules/companies/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { plainAnswerOf, readForm } from '#web/kit/forms/answer.server.ts'
import { textIn, textsIn } from '#web/kit/forms/form-text.ts'
import { orUnreachable } from '#web/kit/forms/answer.ts'
import { SettingsForm } from '#web/kit/forms/settings-form.tsx'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, needDriver, needDriverForm } from '#web/kit/session/gate.server.ts'
import { PhotoButton } from '#web/kit/upload/photo-button.tsx'
import { Segmented } from '#web/ui/choice.tsx'
import { TextareaField } from '#web/ui/field.tsx'
import { CompanyMark } from '#web/ui/sign.tsx'
import type { Route } from './+types/marketing'
import { Gallery } from './gallery.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Marketing' })

interface Loaded {
  company: { id: string; name: string }
  info: AnswerOf<typeof getMarketingInfo>
}

export async function loader({ context }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needDriver(context)
  const { id, name } = dataOf(await call(getCompany))
  return { company: { id, name }, info: dataOf(await call(getMarketingInfo, { params: { id } })) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { call } = needDriverForm(context, request)
  const form = await readForm(request)
  const id = textIn(form, 'companyId')
  const intent = textIn(form, 'intent')
  if (intent === 'remove')
    return plainAnswerOf(await call(removeCompanyPhoto, { params: { photoId: textIn(form, 'photoId') } }))
  if (intent === 'arrange') {
    const captions = textsIn(form, 'caption')
    const photos = textsIn(form, 'photo').map((photo, index) => ({ id: photo, caption: captions[index] ?? '' }))
    return plainAnswerOf(await call(arrangeCompanyPhotos, { params: { id }, body: { photos } }))
  }
  const markColour = MARK_COLOURS.find((colour) => colour === textIn(form, 'mark_colour'))
  const body = { description: textIn(form, 'description'), markColour }
  return plainAnswerOf(await call(saveMarketingInfo, { params: { id }, body }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

const colourNames = { green: 'Green', blue: 'Blue', brown: 'Brown', red: 'Red', ink: 'Black' }

export default function Marketing({ loaderData: { company, info } }: Route.ComponentProps) {
  return (
    <div className="stack">
      <LogoField company={company} logoUrl={info.logoUrl} markColour={info.markColour} />
      <Gallery companyId={company.id} photos={info.photos} />
      <SettingsForm intent="info" save="Save text" done="Description saved" hidden={{ companyId: company.id }}>
        {(errorOf) => (
          <section className="card stack">
            <h2 className="h3">What customers read</h2>
            <TextareaField
              label="Description"
              hint="Who you are, what you are good at, how you work."
              name="description"
              rows={7}
              maxLength={4000}
              defaultValue={info.description}
              error={errorOf('description')}
            />
            <div className="field">
              <span className="label" aria-hidden="true">
                Colour behind your initials, until your logo is in
              </span>
              <Segmented
                legend="Colour behind your initials"
                name="mark_colour"
                className="seg--wrap"
                choices={MARK_COLOURS.map((value) => ({ value, label: colourNames[value] }))}
                defaultValue={info.markColour}
              />
            </div>
          </section>
        )}
      </SettingsForm>
    </div>
  )
}

interface LogoFieldProps {
  company: { id: string; name: string }
  logoUrl: string | null
  markColour: MarkColour
}

/** The company's logo, re-encoded at 512 pixels so that it carries no metadata. */
const LogoField = ({ company, logoUrl, markColour }: LogoFieldProps) => (
  <section className="card">
    <h2 className="h3">Logo</h2>
    <div className="logo-field mark-l flex wraps level g-4 mt-3">
      <CompanyMark name={company.name} logoUrl={logoUrl} markColour={markColour} />
      <div className="stack gap-2">
        <PhotoButton path="/api/company/upload-company-logo/" field="logo" icon={Upload} savedText={() => 'Logo saved'}>
          {logoUrl ? 'Replace the logo' : 'Add a logo'}
        </PhotoButton>
        <p className="small muted">
          {logoUrl ? '' : 'Until then your initials appear here. You need a logo to get jobs. '}Square looks best. JPEG,
          PNG, WebP or AVIF, up to 10 MB.
        </p>
      </div>
    </div>
  </section>
)
