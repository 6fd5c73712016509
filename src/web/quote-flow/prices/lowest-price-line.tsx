import { useEffect, useState } from 'react'
import type { findLowestPrice } from '#modules/quoting/from-price/contract.ts'
import { useApiQuery } from '#web/kit/forms/use-api-query.ts'
import { useFlow } from '../flow-context.tsx'
import { loadRefusalOf } from '../ask.ts'
import { toPriceQuestion, lowestPriceTexts } from './price-question.ts'

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
  const { order } = useFlow()
  const { answer, isBusy } = useApiQuery<typeof findLowestPrice>(
    '/api/booking/from-price/',
    toPriceQuestion(order) ?? null,
  )
  const refused = answer && !answer.ok ? loadRefusalOf(answer) : undefined
  const texts = answer?.ok ? lowestPriceTexts(answer.data) : refused ? { price: refused.title, start: '' } : null
  const text = texts && !isBusy ? [texts.price, texts.start].filter(Boolean).join(', ') : ''
  const settled = useSettled(text)
  return (
    <>
      {texts ? (
        <span className={isBusy ? 'lowest__text is-old' : 'lowest__text'} aria-hidden={isBusy}>
          <b className="num">{texts.price}</b> <span className="num">{texts.start}</span>
        </span>
      ) : isBusy ? null : (
        <span className="lowest__none" />
      )}
      <output className="vh">{settled}</output>
    </>
  )
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
