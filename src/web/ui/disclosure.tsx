import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** Questions and answers that open one by one, without script. */
export function Faq({ questions }: { questions: readonly { question: string; answer: ReactNode }[] }) {
  return (
    <div className="faq">
      {questions.map(({ question, answer }, index) => (
        <details className="line-foot" key={question} open={index === 0}>
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
