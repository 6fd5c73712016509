// Whether the desk listens to single keys: a choice of this browser.

const STORED = 'desk-keys'

export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(STORED) !== 'off'
  } catch {
    return true
  }
}

export function turnKeys(isOn: boolean): void {
  try {
    localStorage.setItem(STORED, isOn ? 'on' : 'off')
  } catch {
    // A browser that stores nothing keeps them on.
  }
}

const NO_TEXT = ['checkbox', 'radio', 'button', 'submit']

/** Whether keys are text here. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !NO_TEXT.includes(target.type)
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
