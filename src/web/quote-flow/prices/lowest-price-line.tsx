import { useEffect, useState, type RefObject } from 'react'
import type { findLowestPrice } from '#modules/quoting/from-price/contract.ts'
import { useApiQuery } from '#web/kit/forms/use-api-query.ts'
import { useFlow } from '../flow-context.tsx'
import { loadRefusalOf } from '../ask.ts'
import { lowestPriceTexts, raisedText, toPriceQuestion, type PricedMove } from './price-question.ts'

/** The place of the price, as high with it as without, from the moment on that it can be asked for. */
export function LowestPriceLine() {
  const { order } = useFlow()
  return toPriceQuestion(order) ? (
    <p className="lowest bg-surface line-top t-sm lh-125 muted">
      <LowestPrice />
    </p>
  ) : null
}

/** So long nothing changes before it is read out: somebody who adds ten things hears one price. */
const SETTLED_MS = 1500

/**
 * “27 companies, from £394.20”, requested again when the move changes. A load that no driver may carry is reported; any
 * other failure only hides the line.
 */
function LowestPrice() {
  const { order, lastPriced } = useFlow()
  const question = toPriceQuestion(order) ?? null
  const { answer, isBusy } = useApiQuery<typeof findLowestPrice>('/api/booking/from-price/', question)
  const pence = !isBusy && answer?.ok ? answer.data.fromPence : null
  const raised = useRaised(lastPriced, question && pence !== null ? { question, pence } : null)
  const refused = answer && !answer.ok ? loadRefusalOf(answer) : undefined
  const texts =
    answer?.ok && question
      ? lowestPriceTexts(answer.data, question)
      : refused
        ? { price: refused.title, crew: '', start: '' }
        : null
  const text = texts && !isBusy ? [texts.price, texts.crew, raised || texts.start].filter(Boolean).join(', ') : ''
  const settled = useSettled(text)
  return (
    <>
      {texts ? (
        <span className={isBusy ? 'lowest__text is-old' : 'lowest__text'} aria-hidden={isBusy}>
          <b className="num">{texts.price}</b>{' '}
          <span className="num">
            {texts.crew ? `${texts.crew}, ` : ''}
            {raised ? <span className="ink">{raised}</span> : texts.start}
          </span>
        </span>
      ) : isBusy ? null : (
        <span className="lowest__none" />
      )}
      <output className="vh">{settled}</output>
    </>
  )
}

/** What raised the price since the last one, which another step may have asked for; kept until the next price. */
function useRaised(last: RefObject<PricedMove | null>, priced: PricedMove | null): string {
  const [text, setText] = useState('')
  const key = priced ? JSON.stringify(priced) : ''
  useEffect(() => {
    if (!priced) return
    const isSame = last.current !== null && JSON.stringify(last.current) === key
    if (!isSame) setText(raisedText(last.current, priced))
    last.current = priced
    // The key says whether the price or its move is another.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key])
  return text
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    if (!text) return undefined
    const timer = setTimeout(() => setSettled(text), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
