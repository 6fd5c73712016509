// How a list is laid out: tables, headings, rooms, marks and who says what are told from the things.
import { amountAt } from './amounts.ts'
import { ROOM_HEADS, ROOM_WORDS } from './data.ts'
import { simplifyPhrases } from './phrases.ts'
import { tokensOf } from './tokens.ts'

/** A line, or a cell of a table. */
export interface Row {
  text: string
  /** What the table says in its own column. */
  amount?: number
  isLeftOut: boolean
  /** Whether the row comes after the end of a letter, where a name is no item. */
  isSigned?: boolean
  /** The room that it is listed under. */
  room?: string
  /** Whether it stood where a table has its things: then it is one, whatever it is called. */
  isCell: boolean
}

type IsItem = (text: string) => boolean

const LEFT_OUT_MARK = ' (not taking) '

/** "3+2 seater" is a sofa for three and one for two; a seat for one is an armchair. */
const seatsApart = (_: string, first: string, others: string): string =>
  [first, ...(others.match(/\d/g) ?? [])].map((seats) => `1 x ${seats} seater sofa`).join(', ')

/** One kind of each sign; what cannot be seen is dropped. */
const cleaned = (text: string): string =>
  simplifyPhrases(text)
    .replace(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]|\uFE0F/gu, '')
    .replace(/[\u00A0\u2000-\u200A\u202F\u3000]/gu, ' ')
    .replace(/[‘’ʼ´`]/gu, "'")
    .replace(/[“”″]/gu, '"')
    .replace(/''/g, '"')
    .replace(/[‐-―−]/gu, '-')
    .replace(/(?<=^|\n)\s{0,9}[❌✗✘☒🚫]/gu, 'not taking ')
    .replace(/[❌✗✘☒🚫]/gu, LEFT_OUT_MARK)
    .replace(/[•·●▪◦‣○■□☐☑✓✔✅]/gu, '\n')
    .replace(/\p{Extended_Pictographic}/gu, ' , ')
    .replace(/\*\*|__/g, ' ')
    .replace(
      /\b([1-4])((?: ?[+&] ?[1-4]){1,3}) ?-?(?:seaters?|suite|seater suite|seat)(?: (?:sofas?|settees?|suite|couch(?:es)?))?\b/gi,
      seatsApart,
    )
    .replace(
      /\b(?:(?:leather|fabric|recliner|reclining|grey) ){0,2}(?:sofas?|settees?|couch(?:es)?|suite) ?:? ?([1-4])((?: ?[+&] ?[1-4]){1,3})(?= ?(?:$|[,.;\n)]))/gim,
      seatsApart,
    )
    .replace(
      /\b([1-4])((?: ?[+&] ?[1-4]){1,3}) (?:(?:leather|fabric|recliner|grey|matching) ){1,2}(?:sofas|settees|suite|couches)\b/gi,
      seatsApart,
    )
    .replace(/\b(?:50\/50|60\/40|70\/30)\b/g, ' ')
    .replace(/½/gu, ' 1/2')
    .replace(/\.{3,200}/g, ' - ')

export function rowsOf(text: string, isItem: IsItem): Row[] {
  const lines = cleaned(text)
    .split(/\r\n|[\n\r]/)
    .flatMap((line) => line.split(/(?<=\.) (?=[A-Z][A-Za-z' ]{1,25}\d?:)/))
  const rows: Row[] = []
  for (let at = 0; at < lines.length;) {
    const table = tableAt(lines, at, isItem)
    if (table) {
      rows.push(...table.rows)
      at = table.end
    } else {
      rows.push({ text: lines[at] ?? '', isLeftOut: false, isCell: false })
      at += 1
    }
  }
  return headed(withoutNumbering(rows), isItem)
}

const DELIMITERS = ['\t', '|', ';', ','] as const

function tableAt(lines: readonly string[], start: number, isItem: IsItem): { rows: Row[]; end: number } | undefined {
  const by = DELIMITERS.find((one) => isTabular(lines[start] ?? '', one))
  if (!by) return undefined
  const isFenced = by === '\t' || by === '|'
  const goesOn = (line: string) => isTabular(line, by) || (isFenced && line.includes(by))
  const rest = lines.slice(start).findIndex((line) => !goesOn(line))
  const end = rest < 0 ? lines.length : start + rest
  const cells = lines.slice(start, end).map((line) => cellsOf(line, by))
  const filled = cells.filter((row) => row.some((cell) => /[\p{L}\d]/u.test(cell)))
  return { rows: tableRows(filled, isItem), end }
}

function isTabular(line: string, by: (typeof DELIMITERS)[number]): boolean {
  if (!line.includes(by)) return false
  if (by === '\t') return (/[^\s]/.test(line.trim()) && line.trim().includes('\t')) || /^\t|\t$/.test(line)
  const cells = cellsOf(line, by)
  if (by === '|') return cells.length > 1
  if (cells.length < 2 || cells.length > 12) return false
  return (
    isHeader(cells) ||
    (cells.some((cell) => /\d/.test(cell) && isAmount(cell)) &&
      !isAmount(cells.join(' ')) &&
      cells.some((cell) => /^[\p{L}"]/u.test(cell)))
  )
}

/** Cells in quotation marks may hold what otherwise parts them. */
function cellsOf(line: string, by: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (const sign of by === '|' ? line.trim().replace(/^\|/, '').replace(/\|$/, '') : line) {
    if (sign === '"' && by !== '|' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted
    else if (sign === by && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += sign
  }
  return [...cells, cell.trim()]
}

const HEADS = {
  amount:
    /^(?:qty|qtys|quantity|quantities|amount|amounts|number|no|no\.|nos|count|how many\??|#|nr|pcs|pieces|units|total|num|x|number of items|no of items|no\. of items|qty\.)$/i,
  item: /^(?:items?|item name|description|things?|what|furniture|article|object|name|contents?|product|goods|inventory|item description|belongings|piece of furniture|stuff|household items?|what is it\??|what\?)$/i,
  room: /^(?:rooms?|location|where|area|from|place|floor|zone)$/i,
  taking:
    /^(?:taking\??|moving\??|coming\??|keep\??|include\??|included\??|to move\??|move\??|going\??|take\??|to go\??|being moved\??|bring\??|bringing\??|y\/n|yes\/no)$/i,
  note: /^(?:notes?|comments?|remarks?|info|status|details|condition|action|other|size|dimensions?|weight|volume|l|w|h|d|length|width|height|depth|cm|kg|value|price|colour|color|material|id|ref|ref\.|row|m3|cubic feet|cu ft|type|category|dismantle\??|fragile\??)$/i,
} as const

type Head = keyof typeof HEADS

const headOf = (cell: string): Head | undefined => {
  const text = cell.trim().replace(/ ?\([^()]{0,40}\)$/, '')
  return (Object.keys(HEADS) as Head[]).find((head) => HEADS[head].test(text))
}

const isHeader = (cells: readonly string[]): boolean => {
  const heads = cells.map(headOf)
  return (
    (cells.length > 1 && heads.includes('item') && heads.filter(Boolean).length > 1) ||
    (heads.includes('amount') &&
      heads.filter(Boolean).length >= cells.filter(Boolean).length - 1 &&
      cells.filter(Boolean).length > 1 &&
      !cells.some((cell) => /\d/.test(cell)))
  )
}

const isAmount = (cell: string): boolean => amountOf(cell) !== undefined

/** What a cell says, if it says an amount and nothing else. */
function amountOf(cell: string): number | undefined {
  const tokens = tokensOf(cell)
  if (/^-$/.test(cell.trim())) return 0
  if (!/\d|^(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)$/i.test(cell)) return undefined
  const found = amountAt(tokens, 0)
  const rest =
    found &&
    tokens
      .slice(found.end)
      .map(({ word }) => word)
      .join(' ')
  if (found && /^(?:|x|\.|no|off|pcs|units|items|pieces|\)|of)$/.test(rest ?? '-')) return found.amount
  const decimal = /^(\d+)\.0+$/.exec(cell.trim())
  return decimal ? Number(decimal[1]) : undefined
}

/** By columns, as the heads say or as the cells look. */
function tableRows(cells: string[][], isItem: IsItem): Row[] {
  const heads = cells.findIndex(isHeader)
  const head = heads >= 0 && heads < 3 ? (cells[heads] ?? []) : []
  const body = cells.filter((row, at) => at !== heads && !row.every((cell) => /^[-:=\s]*$/.test(cell)))
  const width = Math.max(0, ...cells.map(({ length }) => length))
  const columns = Array.from({ length: width }, (_, at) => at)
  const kinds = columns.map((at) => headOf(head[at] ?? ''))
  const roomColumns = columns.filter((at) => kinds[at] === undefined && isRoom(head[at] ?? ''))
  const taking = kinds.indexOf('taking')
  const share = (at: number, is: (cell: string) => boolean) => {
    const filled = body.filter((row) => (row[at] ?? '') !== '')
    return filled.length === 0 ? 0 : filled.filter((row) => is(row[at] ?? '')).length / filled.length
  }
  const isFree = (at: number) => kinds[at] === undefined && !roomColumns.includes(at)
  const numbered = columns.filter((at) => kinds[at] === 'amount' || (isFree(at) && share(at, isAmount) > 0.8))
  const isCounting = (at: number) =>
    body.length > 3 && body.every((row, place) => row[at]?.replace(/[.)]$/, '') === String(place + 1))
  const amounts = numbered.filter((at) => !isCounting(at))
  const isRoomColumn = (at: number) => isFree(at) && share(at, isRoom) > 0.6
  const named = kinds.indexOf('item')
  const itemColumns = columns.filter(
    (at) => isFree(at) && !numbered.includes(at) && !isRoomColumn(at) && share(at, isItem) >= 0.5,
  )
  const fallback = columns.find(
    (at) => isFree(at) && !numbered.includes(at) && !isRoomColumn(at) && share(at, (cell) => /\p{L}/u.test(cell)) > 0.5,
  )
  const first = itemColumns[0] ?? fallback ?? columns.find((at) => isRoomColumn(at))
  const separate =
    named >= 0
      ? [named]
      : itemColumns.length > 1 &&
          itemColumns.every((at, place) => place === 0 || amounts.includes(at - 1) || amounts.length === 0)
        ? itemColumns
        : first === undefined
          ? []
          : [first]
  return body.flatMap((row) =>
    separate.flatMap((at, place): Row[] => {
      const text = row[at] ?? ''
      if (!/\p{L}/u.test(text) || /^(?:sub\s?-?total|grand total|total|totals|total items?)\b/i.test(text)) return []
      const next = separate[place + 1] ?? width
      const after =
        amounts.find((one) => one > at && one < next) ??
        (separate.length === 1 ? amounts[0] : amounts.find((one) => one === at - 1))
      const summed = roomColumns.reduce((sum, one) => sum + (amountOf(row[one] ?? '') ?? 0), 0)
      const cell = after === undefined ? undefined : row[after]
      const amount =
        roomColumns.length > 0 && after === undefined
          ? summed
          : cell === undefined || cell === ''
            ? undefined
            : amountOf(cell)
      const others = row.filter(
        (_, one) =>
          one !== at &&
          one !== after &&
          !roomColumns.includes(one) &&
          (separate.length === 1 || (one > at && one < next)) &&
          !separate.includes(one),
      )
      const isRefused = taking >= 0 && /^(?:n|no|not|x|✗|false|leave|stay|staying)\b/i.test(row[taking] ?? '')
      const isEmptied = cell !== undefined && /^(?:no|none|n|staying|stays|leave|leaving|n\/a)$/i.test(cell)
      const more = others.filter(
        (one) => /\p{L}/u.test(one) && !/^(?:y|n|yes|no|ok|n\/a|none)$/i.test(one) && !isRoom(one) && !isAmount(one),
      )
      const isHeading = row.filter(Boolean).length === 1 && body.length > 1 && isRoom(text)
      if (isHeading) return []
      if (amount === 0 && !isRefused) return []
      return [
        {
          text: more.length > 0 ? `${text} (${more.join(') (')})` : text,
          isLeftOut: isRefused || isEmptied,
          isCell: true,
          room: row.find((one, place) => place !== at && isRoom(one)) ?? '',
          ...(amount === undefined ? {} : { amount }),
        },
      ]
    }),
  )
}

/** "1 Sofa", "2 Bed", "3 Desk", "4 Lamp" down the page are numbers of lines. */
function withoutNumbering(rows: readonly Row[]): Row[] {
  const lines = rows.filter(({ isCell, text }) => !isCell && text.trim() !== '')
  const isCounted =
    lines.length > 3 && lines.every(({ text }, at) => /^\s{0,20}(\d{1,3})\s+[^\s\d]/.exec(text)?.[1] === String(at + 1))
  if (!isCounted) return [...rows]
  return rows.map((row) => ({ ...row, text: row.text.replace(/^\s{0,20}\d{1,3}\s/, '') }))
}

export function isRoom(text: string): boolean {
  const tokens = text
    .toLowerCase()
    .replace(/\([^()]*\)/g, ' ')
    .replace(/[^\p{L}\d'&/]+/gu, ' ')
    .replaceAll('/', ' / ')
    .trim()
    .split(' ')
    .filter(Boolean)
  if (tokens.length === 0 || tokens.length > 5) return false
  if (/^(?:bed|bath|kitchen|shower) ?\d$/.test(tokens.join(' '))) return true
  if (tokens.includes('bed') && !/\bbed \d/.test(tokens.join(' '))) return false
  const isRoomWord = (word: string) => ROOM_WORDS.has(word) || /^\p{L}+'s$/u.test(word) || /^\d$/.test(word)
  return (
    tokens.every(isRoomWord) &&
    (tokens.some((word) => ROOM_HEADS.has(word)) ||
      /^(?:shed|toilet|wc|larder|greenhouse|summerhouse|storage|gym|box room|outdoor)$/.test(tokens.join(' ')))
  )
}

const LEAVING =
  /^(?:(?:things |items |stuff |what |what's |what is )?(?:we(?:'re| are)? |i(?:'m| am)? |is )?(?:not|won't be|aren't|isn't) (?:taking|moving|coming|going|included|needed|to be moved|to move|for moving|required)(?: with (?:us|me))?|staying|stays|(?:items |things |stuff )?(?:to stay|staying|leaving|to leave)(?: behind| here| put)?|leave|leave behind|excluded?|excluding|exclusions|don't (?:take|move|want)|do not (?:take|move)|selling|sold|to sell|tip|skip|rubbish|charity|for charity|giving away|donating|binning|to bin|no longer needed|left behind|being left|not (?:the )?following|already (?:gone|moved))$/i
const TAKING =
  /^(?:(?:things |items |stuff |what |what's |what is )?(?:we(?:'re| are)? |i(?:'m| am)? |is )?(?:taking|moving|coming|going|bringing|to move|to take|to go|to be moved|for moving|included|include)(?: with (?:us|me))?|inventory|list|my list|our list|furniture|other|others|misc|miscellaneous|everything else|other items|other stuff|appliances|white goods|electricals|large items|small items|big items|items|contents|the rest|also|plus|extras|soft furnishings|general|things to move|items to move|stuff to move|items to be moved|list of items|inventory list|removal list|here is my list|here's my list|here's the list|here is the list)$/i

const SIGNED =
  /^(?:yours (?:faithfully|sincerely|truly)|kind(?:est)? regards|warm regards|best (?:regards|wishes)|regards|many thanks|thanks|thank you|cheers|best|all the best|sincerely)\b[^:]{0,40}$/i

const SPEAKER =
  /^(?:me|him|her|you|us|mum|dad|wife|husband|hubby|partner|jo|agent|customer|client|driver|mover|sister|brother|landlord|flatmate)$/i

/**
 * Rows without bullets, line numbers, times and speakers’ names; each heading sets the room, or leaves out the rows
 * that follow.
 */
function headed(rows: readonly Row[], isItem: IsItem): Row[] {
  let isLeftOut = false
  let room = ''
  let isSigned = false
  const names = new Map<string, number>()
  for (const { text } of rows) {
    const name = /^([\p{L}' ]{1,20}):/u.exec(unmarked(text))?.[1]?.trim().toLowerCase()
    if (name) names.set(name, (names.get(name) ?? 0) + 1)
  }
  const hasRooms = rows.some(
    ({ text }) => isRoom(unmarked(text).replace(/[:-].*$/, '')) && /\bbed(?:room)? ?\d/i.test(text),
  )
  return rows.flatMap((row, place): Row[] => {
    const isLast = rows.slice(place + 1).every(({ text }) => text.trim() === '')
    if (row.isCell) return [{ ...row, isLeftOut: row.isLeftOut || isLeftOut }]
    const text = withoutSpeaker(unmarked(row.text), names, isItem)
    if (text === '') return []
    isSigned ||= SIGNED.test(text)
    const bare = text.replace(/[ :.\-=*_#]{1,12}$/, '').trim()
    if (LEAVING.test(bare)) {
      isLeftOut = true
      return []
    }
    if (
      TAKING.test(bare) ||
      (isRoom(bare) &&
        !/[:=]/.test(bare) &&
        !isItem(/\(([^()]*)\)/.exec(bare)?.[1]?.split(',').at(-1) ?? '') &&
        !(isLast && /^(?:shed|greenhouse|summerhouse|toilet)$/i.test(bare)) &&
        (bare !== text || hasRooms || !/^bed \d$/i.test(bare)))
    ) {
      isLeftOut = false
      room = isRoom(bare) ? bare : room
      return []
    }
    const { rest, leaves, room: own } = withoutHead(text, isItem)
    return [{ ...row, text: rest, isLeftOut: leaves ?? isLeftOut, room: own ?? room, isSigned }]
  })
}

const unmarked = (line: string): string =>
  line
    .trim()
    .replace(/^[>#*\-–+~=,. ]{1,10}(?=[\p{L}\d["'(~])/u, '')
    .replace(/^\[[ xX]?\]\s?/, '')
    .replace(/^\(?(?:\d{1,2}|[a-zA-Z])[.)]\s{0,4}(?=[\p{L}\d])(?!\d)/u, '')
    .replace(/^\d{1,2}[.)]\s{1,4}(?=\d)/, '')
    .trim()

/** "[12:03] Jo: ", "12/03/2026, 18:04 - Dave: ", "Me: " */
function withoutSpeaker(line: string, names: ReadonlyMap<string, number>, isItem: IsItem): string {
  const timed = line
    .replace(/^[[(]?\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?,? {0,2}/, (found) =>
      /^[[(]|,/.test(found) || /\d[/.]\d+[/.]\d/.test(found) ? '' : found,
    )
    .replace(/^[[(]?\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?[\])]?(?: ?- ?)?\s?/i, '')
  const isTimed = timed !== line
  const match = /^([\p{L}][\p{L}'. ]{0,24}?) ?(?::|>|(?:\(\d\d:\d\d\):?))\s{0,4}(.*)$/u.exec(timed)
  if (!match) return timed
  const [, name = '', rest = ''] = match
  const isPerson = SPEAKER.test(name) || isTimed || ((names.get(name.toLowerCase()) ?? 0) > 1 && /^\p{Lu}/u.test(name))
  const isOther = isItem(name) || isRoom(name) || LEAVING.test(name) || TAKING.test(name)
  return isPerson && !(isOther && !SPEAKER.test(name)) ? rest : timed
}

/** "Lounge: sofa", "Bed 1 - wardrobe", "Kitchen (table, stools)", "Not taking: piano" */
function withoutHead(text: string, isItem: IsItem): { rest: string; leaves?: boolean; room?: string } {
  const parted = /^([^:=(]{1,40}?)\s?(?::-?|=| -|\()\s?(.+)$/u.exec(text)
  if (!parted) return { rest: text }
  const [, name = '', rest = ''] = parted
  const unclosed =
    text.includes('(') && !name.includes('(') && text[name.length + (text[name.length] === ' ' ? 1 : 0)] === '('
      ? rest.replace(/\)\s{0,3}$/, '')
      : rest
  const bare = name.trim()
  if (LEAVING.test(bare)) return { rest, leaves: true }
  if (TAKING.test(bare)) return { rest, leaves: false }
  if (
    /^(?:main|master|spare|guest|back|front|second|third|kids'?|middle) bed$/i.test(bare) &&
    !/^\W*\d+\W*$/.test(rest)
  )
    return { rest, leaves: false, room: bare }
  const isBracketed = text.slice(name.length).trimStart().startsWith('(')
  if (isBracketed && (unclosed === rest || !isItem(unclosed.split(',').at(-1) ?? ''))) return { rest: text }
  if (isRoom(bare) && !(isItem(bare) && /^\W*\d+\W*$/.test(rest))) return { rest: unclosed, leaves: false, room: bare }
  return { rest: text }
}
