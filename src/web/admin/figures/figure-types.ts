import type { getFigures, getSources, getUnmetSearches } from '#modules/figures/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'

export type Shown = AnswerOf<typeof getFigures>
export type Unmet = AnswerOf<typeof getUnmetSearches>
export type Sources = AnswerOf<typeof getSources>
export type Part = Shown['parts'][number]
