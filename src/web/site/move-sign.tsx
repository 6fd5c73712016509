import type { ReactNode } from 'react'
import type { MoveDays } from '#web/kit/forms/move-day.ts'
import { Sign } from '#web/ui/sign.tsx'
import type { WhatMoves } from './entered-move.ts'
import { MoveForm } from './move-form.tsx'

/** The move form as a page beside other things has it. */
export function MoveSign({ title, days, what, note }: MoveSignProps) {
  return (
    <Sign aria-labelledby="move">
      <h2 className="h3" id="move">
        {title}
      </h2>
      <MoveForm {...days} what={what} />
      <p className="small mt-3 on-sign-2">{note ?? 'No account needed to see every price.'}</p>
    </Sign>
  )
}

interface MoveSignProps {
  title: ReactNode
  days: MoveDays
  what?: WhatMoves
  note?: string
}
