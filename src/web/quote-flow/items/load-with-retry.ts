const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8000

/**
 * Fetches JSON until it is there, after pauses that grow. From the second failure on a notice says so, with a button: it tries again at
 * once, or reloads the page if the server answered without the file, because then the page is of an earlier build.
 */
export async function loadUntilThere(url: string): Promise<unknown> {
  for (let failures = 1; ; failures += 1) {
    const answer = await fetch(url).catch(() => null)
    const read: unknown = answer?.ok ? await answer.json().catch(() => null) : null
    if (read !== null) return read
    const ms = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)
    await (failures === 1 ? pause(ms) : pauseWithNotice(ms, () => answer && location.reload()))
  }
}

const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms))

/** Looks like a toast. Made without React, which waits for the list too, and removed before React draws. */
async function pauseWithNotice(ms: number, onPress: () => void): Promise<void> {
  const notice = element('div', 'toast toast--bad')
  notice.setAttribute('role', 'alert')
  const button = element('button', 'toast__act', 'Try again')
  notice.append(
    element('p', 'toast__body', 'We couldn’t load the list of things to move. Check your connection.'),
    button,
  )
  const region = element('div', 'toasts')
  region.append(notice)
  document.body.append(region)
  const pressed = new Promise<void>((done) => button.addEventListener('click', () => done(), { once: true }))
  await Promise.race([pause(ms), pressed.then(onPress)])
  region.remove()
}

function element(tag: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}
