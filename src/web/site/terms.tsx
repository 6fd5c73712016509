import { Page, PageHead } from '#web/ui/page.tsx'
export default function Terms() {
  return (
    <Page>
      <PageHead title="Terms & Conditions" />
    </Page>
  )
}
