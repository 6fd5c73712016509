import { Page, PageHead } from '#web/ui/page.tsx'
export default function PrivacyPolicy() {
  return (
    <Page>
      <PageHead title="Privacy and Cookie Policy" />
    </Page>
  )
}
