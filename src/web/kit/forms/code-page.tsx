import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/field.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { errorAt, formProblemOf, type Answer } from './answer.ts'

interface CodePageProps {
  title: string
  /** Where the code is to be read. */
  children: ReactNode
  /** "Open my move" */
  open: string
  answer: Answer | undefined
}

/** A code that is read from another screen is typed in. */
export function CodePage({ title, children, open, answer }: CodePageProps) {
  const problem = formProblemOf(answer)
  return (
    <Page className="page--form">
      <PageHead title={title}>
        <p>{children}</p>
      </PageHead>
      <ProblemBanner text={problem} />
      <Form method="post" className="stack" noValidate>
        <InputField
          label="Code"
          name="code"
          required
          inputClass="num"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          error={errorAt(answer, 'code')}
        />
        <Button type="submit" look="primary" busy={useNavigation().state !== 'idle'}>
          {open}
        </Button>
      </Form>
    </Page>
  )
}
