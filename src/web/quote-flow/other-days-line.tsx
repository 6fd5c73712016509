import { Suspense } from 'react'
import { whenIdle } from '#web/kit/page/arrival.ts'
import { Disclosure } from '#web/ui/banner.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'

interface OtherDaysLineProps {
  summary: string
  className: string
}

const OtherDays = lazyPart(async () => {
  await whenIdle()
  return (await import('./prices/other-days.tsx')).OtherDays
})

/** The way to the prices of other days, and its place before its script has come. */
export const OtherDaysLine = ({ summary, className }: OtherDaysLineProps) => (
  <Suspense
    fallback={
      <Disclosure summary={summary} className={`${className} is-coming`}>
        {null}
      </Disclosure>
    }
  >
    <OtherDays summary={summary} className={className} />
  </Suspense>
)
