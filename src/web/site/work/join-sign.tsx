import { ButtonLink } from '#web/ui/button.tsx'
import { Sign } from '#web/ui/sign.tsx'

/** What somebody with a van does next. */
export function JoinSign() {
  return (
    <Sign aria-labelledby="join">
      <h2 className="h3" id="join">
        From here to the first job
      </h2>
      <ol className="stack gap-3 mt-4 list steps">
        <li>Photograph your papers: log book, MOT, insurance.</li>
        <li>A person reads them. If one is refused, you read why.</li>
        <li>Say where, when and for how much you drive.</li>
        <li>Take the jobs that fit, turn down the ones that don’t.</li>
      </ol>
      <ButtonLink className="mt-5" look="primary" size="big" wide to="/register?as=driver">
        Start my profile
      </ButtonLink>
    </Sign>
  )
}
