import { Clock, ShieldCheck } from 'lucide-react'
import type { Cover } from '#modules/companies/rules.ts'
import { coverText, waitingText, type WaitingRule } from '#modules/pricing/terms/rules.ts'
import { traderText, type Trader } from '#shared/trader.ts'
import { useRootData } from '#web/kit/page/root-data.ts'
import { Icon } from '#web/ui/badge.tsx'

/** The company’s waiting charge and insurance cover. */
export const Conditions = ({ waiting, cover }: { waiting: WaitingRule; cover: Cover }) => (
  <ul className="ticks">
    <li>
      <Icon of={Clock} />
      <span>
        <b>Waiting.</b> {waitingText(waiting)}
      </span>
    </li>
    <li>
      <Icon of={ShieldCheck} />
      <span>
        <b>Damage or loss.</b> {coverText(cover)}
      </span>
    </li>
  </ul>
)

/**
 * The two traders that the customer deals with: the company, which is the party to the contract, and Vanfare, which
 * takes the booking for it.
 */
export function Traders({ trader }: { trader: Trader }) {
  const config = useRootData()?.config
  return (
    <section className="card" aria-labelledby="traders">
      <h2 className="h3" id="traders">
        Who you deal with
      </h2>
      <p className="small mt-2 long">
        <b>The company.</b> Your contract for the move is with {traderText(trader)} Their address is in their terms.
      </p>
      {config ? (
        <p className="small mt-2 long">
          <b>Vanfare.</b> We take the booking as the company’s agent. {config.trader}
        </p>
      ) : null}
    </section>
  )
}
