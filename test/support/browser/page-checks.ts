// What holds for any page in any state: no axe violation, nothing to scroll sideways, nothing too small to hit.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2 A and AA, and the best practices that axe knows besides. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface AxeResults {
  violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[]
}

interface Axe {
  run(options: object): Promise<AxeResults>
  run(within: Element, options: object): Promise<AxeResults>
}

/** The violations as short lines, so that a failure says what to mend. */
export async function axeViolations(page: Page): Promise<string[]> {
  await stoppedMoving(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return await page.evaluate(async (values) => {
    const { axe } = window as unknown as { axe: Axe }
    const { violations } = await axe.run({ runOnly: { type: 'tag', values }, resultTypes: ['violations'] })
    // What a bar at the edge of the window half hides just now is judged in the middle, where a thumb brings it.
    const isSmallAnywhere = async (selector: string) => {
      const target = document.querySelector(selector)
      if (!target) return true
      target.scrollIntoView({ block: 'center', behavior: 'instant' })
      const again = await axe.run(target, { runOnly: { type: 'rule', values: ['target-size'] } })
      return again.violations.length > 0
    }
    const found: string[] = []
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary = '' } of nodes) {
        if (id === 'target-size' && target.length === 1 && !(await isSmallAnywhere(String(target[0])))) continue
        found.push(`${id}: ${target.join(' ')}: ${failureSummary.split('\n')[1] ?? ''}`)
      }
    }
    return found
  }, TAGS)
}

/** A dialog that is still fading in has the colours of neither state. What turns for ever, such as a spinner, is not waited for. */
async function stoppedMoving(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What follows a scroll strip stands where that stands: it never ends.
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
      )
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/** How far the page is wider than its window, in pixels, with what sticks out. */
export async function sideways(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.body.querySelectorAll('*')].filter(
      (one) => one.getBoundingClientRect().right > clientWidth + 1,
    )
    return [
      `${scrollWidth - clientWidth} px too wide`,
      ...wide.slice(-3).map((one) => `${one.tagName}.${one.className}`),
    ]
  })
}

/**
 * Words that are broken in the middle, such as "No/w": short enough to fit, but squeezed. A long one may break, and any may at its own
 * hyphen.
 */
export async function brokenWords(page: Page, { longest = 12 } = {}): Promise<string[]> {
  return await page.evaluate((most) => {
    const broken: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent?.checkVisibility({ visibilityProperty: true }) || parent.closest('svg') || parent.clientWidth === 1)
        continue
      for (const word of (node.textContent ?? '').matchAll(/[\p{L}\p{N}£’.]+/gu)) {
        if (word[0].length > most) continue
        const range = document.createRange()
        range.setStart(node, word.index)
        range.setEnd(node, word.index + word[0].length)
        const tops = new Set(
          [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
        )
        if (tops.size > 1) broken.push(`${word[0]} in "${(parent.textContent ?? '').slice(0, 60)}"`)
      }
    }
    return broken
  }, longest)
}

/** Everything to press that is smaller than 24 by 24 pixels (WCAG 2.5.8); links within a sentence are exempt. */
export async function smallTargets(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const targets = 'a[href], button, input, select, textarea, summary, [role="tab"], [role="option"], [role="button"]'
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: false })
    const isInSentence = (element: Element) => {
      const { display } = getComputedStyle(element)
      const around = [...(element.parentElement?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE)
      return display.startsWith('inline') && around.some((node) => /[\p{L}.]/u.test(node.textContent ?? ''))
    }
    return [...document.querySelectorAll(targets)].flatMap((element) => {
      if (!isShown(element) || isInSentence(element)) return []
      // A press anywhere on a label of it, around it or beside it, is a press on the control.
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      const isBig = [element, ...labels].some((hit) => {
        const { width, height } = hit.getBoundingClientRect()
        return width >= 24 && height >= 24
      })
      const { width, height } = element.getBoundingClientRect()
      if (isBig || width === 0 || height === 0) return []
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30)
      return [`${element.tagName.toLowerCase()} "${name}" ${Math.round(width)}×${Math.round(height)}`]
    })
  })
}

/** All three, softly, so that one run names everything. `what` is the state that is looked at. */
export async function expectUsable(page: Page, what: string): Promise<void> {
  expect.soft(await axeViolations(page), `axe: ${what}`).toEqual([])
  expect.soft(await sideways(page), `width: ${what}`).toEqual([])
  expect.soft(await smallTargets(page), `targets: ${what}`).toEqual([])
}
