/** Items whose names contain, for each typed word, a word beginning with it; names that begin with the whole text come first. */
export function searchItems<T extends { name: string }>(items: readonly T[], text: string): T[] {
  const typed = plain(text)
  const words = typed.split(' ').filter(Boolean)
  if (words.length === 0) return []
  const found = items.filter(({ name }) => {
    const own = plain(name).split(' ')
    return words.every((word) => own.some((one) => one.startsWith(word)))
  })
  const isFirst = (item: T) => plain(item.name).startsWith(typed)
  return [...found.filter(isFirst), ...found.filter((item) => !isFirst(item))]
}

/** Lower case, without accents and punctuation: "Settee, 2-seater" is "settee 2 seater". */
const plain = (text: string): string =>
  text
    .slice(0, 60)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
