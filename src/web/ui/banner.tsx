import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './badge.tsx'

type Tone = 'info' | 'warn' | 'bad' | 'good'

const icons: Record<Tone, LucideIcon> = { info: Info, warn: TriangleAlert, bad: CircleAlert, good: CircleCheck }

interface BannerProps {
  tone?: Tone
  icon?: LucideIcon
  title?: ReactNode
  children?: ReactNode
  /** Read out as soon as it appears; for results of an action. */
  isAlert?: boolean
  className?: string
}

/** Information about the view below it. */
export function Banner({ tone = 'info', icon, title, children, isAlert, className }: BannerProps) {
  return (
    <div
      className={classNames(
        'banner flex items-start g-3 p-3-4 r-small ink lh-14',
        tone !== 'info' && `tone-${tone}`,
        className,
      )}
      role={isAlert ? 'alert' : undefined}
    >
      <Icon of={icon ?? icons[tone]} />
      <div className="banner__body flex-1 shrink">
        {title ? <b className="block-box">{title}</b> : null}
        {children}
      </div>
    </div>
  )
}

/** Why something was refused, read out as soon as it appears; nothing without a text. */
export const ProblemBanner = ({ text, className }: { text: string | false | null | undefined; className?: string }) =>
  text ? (
    <Banner tone="bad" isAlert className={className}>
      {text}
    </Banner>
  ) : null

/** Questions and answers that open one by one, without script. */
export function Faq({ questions }: { questions: readonly { question: string; answer: ReactNode }[] }) {
  return (
    <div className="faq">
      {questions.map(({ question, answer }, index) => (
        <details className="turns line-foot" key={question} open={index === 0}>
          <summary>
            {question}
            <Icon of={ChevronDown} />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  )
}

/** A line that reveals the content below it. */
export function Disclosure({ summary, children, isOpen, onOpen, className }: DisclosureProps) {
  return (
    <details className={className} open={isOpen} onToggle={onOpen && ((event) => event.currentTarget.open && onOpen())}>
      <summary className="link-btn">
        {summary}
        <Icon of={ChevronDown} />
      </summary>
      {children}
    </details>
  )
}

interface DisclosureProps {
  summary: ReactNode
  children: ReactNode
  isOpen?: boolean
  onOpen?: () => void
  className?: string
}
