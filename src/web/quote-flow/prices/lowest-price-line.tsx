import { useFlow } from '../flow-context.tsx'
import { LowestPrice } from './lowest-price.tsx'
import { toPriceQuestion } from './price-question.ts'

/** The place of the price, as high with it as without, from the moment on that it can be asked for. */
export function LowestPriceLine() {
  const { order } = useFlow()
  return toPriceQuestion(order) ? (
    <p className="lowest">
      <LowestPrice />
    </p>
  ) : null
}
