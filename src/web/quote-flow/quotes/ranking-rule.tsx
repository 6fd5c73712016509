import { ORDER_TEXTS, RANKING_TEXT, RATING_TEXT } from '#modules/quoting/search/rules.ts'
import { Disclosure } from '#web/ui/banner.tsx'

/** The ranking rule in words. */
export function RankingRule() {
  return (
    <Disclosure summary="How are these sorted?" className="mt-4">
      <p className="small muted">{RANKING_TEXT}</p>
      <ul className="small muted plain">
        {[...Object.values(ORDER_TEXTS), RATING_TEXT].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Disclosure>
  )
}
