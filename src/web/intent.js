// Holds presses until React is there, and, where the page says what to load, loads it only when somebody is about to use the page.
// Served as it stands, so it is plain JavaScript.
const own = document.getElementById('intent')
const { entry, routes, hydrated } = own?.dataset ?? { hydrated: true }
const signs = ['pointerdown', 'touchstart', 'keydown', 'focusin', 'pointerover']
const pressable = 'a, button, input, select, textarea, summary, label'
let waiting = null
// A page that names nothing to load hydrates by itself.
let started = !entry

async function hydrate() {
  if (started) return
  started = true
  for (const sign of signs) document.removeEventListener(sign, onSign)
  try {
    const list = JSON.parse(routes)
    const modules = await Promise.all(list.map(([, url]) => import(url)))
    // oxlint-disable-next-line no-underscore-dangle -- the name is React Router's
    window.__reactRouterRouteModules = Object.fromEntries(list.map(([id], index) => [id, modules[index]]))
    await import(entry)
  } catch {
    // Where the script does not come, the page is what it is without: its links and forms work.
    release()
  }
}

// A link pressed before the page lives loads the next one anew; where the visitor came from goes along in its address, because
// nothing is kept in the browser.
const names = ['came_from', 'utm_source', 'utm_medium', 'utm_campaign']
function wordsOfVisit() {
  const words = new URLSearchParams(location.search)
  const before = URL.canParse(document.referrer) ? new URL(document.referrer) : null
  if (before && before.host !== location.host && !words.has('came_from')) words.set('came_from', before.hostname)
  return names.filter((name) => words.get(name)).map((name) => [name, words.get(name).slice(0, 100)])
}

function onLink(event) {
  const link = event.target.closest?.('a[href]')
  if (!link || link.origin !== location.origin || link.pathname === location.pathname) return
  const to = new URL(link.href)
  for (const [name, word] of wordsOfVisit()) if (!to.searchParams.has(name)) to.searchParams.set(name, word)
  if (to.href !== link.href) link.href = to.href
}

function onSign(event) {
  if (event.type !== 'pointerover' || event.target.closest?.(pressable)) void hydrate()
}

const hasChanged = (field) =>
  field.checked !== field.defaultChecked ||
  field.selected !== field.defaultSelected ||
  (field.defaultValue !== undefined && field.value !== field.defaultValue)

/** A link that leads away, in this window, from changes which only script can ask about. */
function leavesChanges(link, { ctrlKey, metaKey, shiftKey }) {
  if (ctrlKey || metaKey || shiftKey) return false
  const fields = document.querySelectorAll('form[data-asks-to-leave] :is(input, textarea, option)')
  return link.matches('a[href]:not([target])') && [...fields].some(hasChanged)
}

// What only script can answer is pressed again once the script is there.
function onClick(event) {
  const button = event.target.closest?.('button[type="button"], [data-needs-script], a[href]')
  if (!button || (button.matches('a:not([data-needs-script])') && !leavesChanges(button, event))) return
  event.preventDefault()
  event.stopPropagation()
  waiting = button
  void hydrate()
}

function hold() {
  if (entry) for (const sign of signs) document.addEventListener(sign, onSign, { passive: true })
  document.addEventListener('click', onLink, true)
  document.addEventListener('click', onClick, true)
  document.addEventListener('vanfare:hydrated', release, { once: true })
}

function release() {
  document.removeEventListener('click', onLink, true)
  document.removeEventListener('click', onClick, true)
  waiting?.click()
}

// Its modules may have come before this one.
if (hydrated === undefined) hold()
// On a slow phone somebody may be typing by now.
if (document.activeElement?.matches('input, select, textarea')) void hydrate()
