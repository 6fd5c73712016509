import { Bold, Heading, Image, Italic, Link, List, type LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { wordCountOf, MOST } from '#modules/content/rules.ts'
import { numberText } from '#shared/texts.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import type { TypedDraft } from './draft-form.tsx'
import type { VersionText } from './page-texts.ts'

interface TextPartProps {
  draft: TypedDraft
  change: (fields: Partial<TypedDraft>) => void
  error: string | undefined
  picture: VersionText['picture']
}

const LOOK: Readonly<Record<Mark, { label: string; icon: LucideIcon }>> = {
  heading: { label: 'Heading', icon: Heading },
  bold: { label: 'Bold', icon: Bold },
  italic: { label: 'Italic', icon: Italic },
  list: { label: 'List', icon: List },
  link: { label: 'Link', icon: Link },
}

/** Markdown, with buttons for those who do not know its marks. */
export function TextPart({ draft: { body }, change, error, picture }: TextPartProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const selection = useRef<Selected>(null)
  useEffect(() => {
    if (selection.current?.text !== body) return
    const { from, to } = selection.current
    selection.current = null
    area.current?.focus()
    area.current?.setSelectionRange(from, to)
  }, [body])
  const put = (make: (selected: Selected) => Selected) => {
    if (!area.current) return
    const { value: text, selectionStart: from, selectionEnd: to } = area.current
    selection.current = make({ text, from, to })
    change({ body: selection.current.text })
  }
  const tooLong = body.length > MOST.body ? `At most ${numberText(MOST.body)} characters.` : undefined
  return (
    <Field label="Text" error={tooLong ?? error}>
      {(wiring) => (
        <div className="md edge-w r-control bg-surface">
          <div className="flex wraps level line-foot bg-paper">
            {MARKS.map((mark) => (
              <IconButton key={mark} {...LOOK[mark]} onClick={() => put((selected) => marked(selected, mark))} />
            ))}
            {picture ? (
              <IconButton
                icon={Image}
                label="Put the picture into the text"
                onClick={() => put((selected) => inserted(selected, `![${picture.alt}](${picture.url})`))}
              />
            ) : null}
            <span className="md__count push t-xs muted num">{numberText(wordCountOf(body))} words</span>
          </div>
          <textarea
            {...wiring}
            className="block-box w-full p-4 no-edge bg-none"
            ref={area}
            spellCheck
            value={body}
            onChange={({ target }) => change({ body: target.value })}
          />
        </div>
      )}
    </Field>
  )
}

/** What the buttons above a text do to it. */
const MARKS = ['heading', 'bold', 'italic', 'list', 'link'] as const
export type Mark = (typeof MARKS)[number]

interface Selected {
  text: string
  from: number
  to: number
}

const AROUND = { bold: '**', italic: '*' } as const
const BEFORE = { heading: '## ', list: '- ' } as const

/** The text with the selection marked, and what is selected then. */
export function marked({ text, from, to }: Selected, mark: Mark): Selected {
  const chosen = text.slice(from, to)
  if (mark === 'link') {
    const content = chosen || 'words'
    const added = `[${content}](/)`
    return spliced({ text, from, to }, added, { from: content.length + 3, length: 1 })
  }
  if (mark === 'bold' || mark === 'italic') {
    const content = chosen || 'words'
    const sign = AROUND[mark]
    return spliced({ text, from, to }, `${sign}${content}${sign}`, { from: sign.length, length: content.length })
  }
  const start = text.lastIndexOf('\n', from - 1) + 1
  const lines = text.slice(start, to).split('\n')
  const added = lines.map((line) => `${BEFORE[mark]}${line}`).join('\n')
  return spliced({ text, from: start, to }, added, { from: 0, length: added.length })
}

/** Inserts a block on lines of its own after the selection. */
export const inserted = ({ text, to }: Selected, block: string): Selected =>
  spliced({ text, from: to, to }, `\n\n${block}\n\n`, { from: 2, length: block.length })

const spliced = (
  { text, from, to }: Selected,
  added: string,
  selected: { from: number; length: number },
): Selected => ({
  text: text.slice(0, from) + added + text.slice(to),
  from: from + selected.from,
  to: from + selected.from + selected.length,
})
