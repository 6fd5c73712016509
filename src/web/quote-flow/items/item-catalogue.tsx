import {
  Bath,
  Bed,
  Box,
  CookingPot,
  Dumbbell,
  Fence,
  Monitor,
  Search,
  Sofa,
  Utensils,
  Warehouse,
  type LucideIcon,
} from 'lucide-react'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { findItem, ITEM_CATEGORIES, ITEMS, type Item } from '#modules/items/data.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { NotLoaded } from '#web/ui/page.tsx'
import { Stepper } from '#web/ui/choice.tsx'
import { useFlow } from '../flow-context.tsx'
import { FillList } from './fill-list.tsx'
import type { searchItems } from './item-search.ts'
import { amountOf, MAX_AMOUNT } from '../draft/order.ts'
import { numberText } from '#shared/texts.ts'

const categoryIcons: Record<number, LucideIcon> = {
  1: Sofa,
  2: Utensils,
  3: Dumbbell,
  4: Monitor,
  5: CookingPot,
  6: Warehouse,
  7: Fence,
  8: Box,
  9: Bed,
  10: Bath,
}

/**
 * Items shown at once on a phone, so that van and crew are not far below; chosen items are always shown. Also in
 * quote-flow.css.
 */
const FEW = 8

/** The catalogue of items: one category at a time, or the results of a search across all. A booked list is not filled again. */
export function ItemCatalogue({ isBooked, children }: { isBooked?: boolean; children?: ReactNode }) {
  const [search, setSearch] = useState('')
  const [category, setCategory] = useState(ITEM_CATEGORIES[0]?.id ?? 1)
  const [isWhole, setWhole] = useState(false)
  const panelId = useId()
  const isSearching = search.trim() !== ''
  const change = (to: number) => {
    setCategory(to)
    setWhole(false)
  }
  const finder = useFinder()
  const found = finder.find(search)
  const shown = isSearching ? (found ?? []) : ITEMS.filter((item) => item.categoryId === category)
  return (
    <section className="sec" aria-label="Items" id="items">
      <div className="affix">
        <Icon of={Search} />
        <input
          className="input"
          type="search"
          aria-label="Find an item"
          placeholder="Find an item, such as “wardrobe”"
          value={search}
          maxLength={60}
          enterKeyHint="search"
          // Enter searches; it does not leave the step.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          onFocus={finder.fetch}
          onChange={(event) => {
            if (!found) finder.fetch()
            setSearch(event.target.value)
          }}
        />
      </div>
      {isSearching || isBooked ? null : <FillList />}
      <output className="vh">{isSearching && found ? `${found.length} found` : ''}</output>
      {isSearching ? null : <Categories current={category} onChange={change} panelId={panelId} />}
      <div
        id={panelId}
        role={isSearching ? undefined : 'tabpanel'}
        aria-label={isSearching ? undefined : ITEM_CATEGORIES.find(({ id }) => id === category)?.name}
      >
        {isSearching && finder.isMissing ? (
          <p className="mt-4" role="alert">
            <NotLoaded what="the search" />
          </p>
        ) : shown.length > 0 || (isSearching && !found) ? (
          <ul className={classNames('items cols-2-s mt-1', !isSearching && !isWhole && 'items--few')}>
            {shown.map((item) => (
              <ItemRow key={item.id} item={item} showsCategory={isSearching} />
            ))}
            {isSearching || isWhole || shown.length <= FEW ? null : (
              <li className="items__more">
                <LinkButton onClick={() => setWhole(true)}>Show all {shown.length}</LinkButton>
              </li>
            )}
          </ul>
        ) : (
          <p className="mt-4">
            No match. Try another word, add it below with its size, or{' '}
            <LinkButton className="inline" onClick={() => setSearch('')}>
              see all items
            </LinkButton>
            .
          </p>
        )}
      </div>
      {children}
    </section>
  )
}

/** What finds items by words; it is fetched once somebody is about to search. */
function useFinder() {
  const [finder, setFinder] = useState<{ find: typeof searchItems } | 'missing' | null>(null)
  return {
    fetch: () =>
      void import('./item-search.ts').then(
        ({ searchItems: find }) => setFinder({ find }),
        () => setFinder('missing'),
      ),
    isMissing: finder === 'missing',
    /** Null until it is there. */
    find: (text: string): Item[] | null => (finder && finder !== 'missing' ? finder.find(ITEMS, text) : null),
  }
}

function ItemRow({ item, showsCategory }: { item: Item; showsCategory: boolean }) {
  const { order, dispatch } = useFlow()
  const category = showsCategory ? ITEM_CATEGORIES.find(({ id }) => id === item.categoryId)?.name : undefined
  const amount = amountOf(order, item.id)
  return (
    <li className={classNames('line-foot', 'item', amount > 0 && 'is-listed')}>
      <span className="mid lh-125">
        {item.name}
        <small className="block-box t-sm regular muted figures-even">
          {item.volumeM3.toFixed(item.volumeM3 < 0.1 ? 2 : 1)} m³, {numberText(item.weightKg)} kg
          {category ? `, ${category}` : ''}
        </small>
      </span>
      <Stepper
        name={item.name}
        value={amount}
        max={MAX_AMOUNT}
        onChange={(amount) => dispatch({ type: 'amount-changed', id: item.id, category: item.categoryId, amount })}
      />
    </li>
  )
}

interface CategoriesProps {
  current: number
  onChange: (category: number) => void
  panelId: string
}

function Categories({ current, onChange, panelId }: CategoriesProps) {
  const { order } = useFlow()
  const counts = new Map<number, number>()
  for (const { id, amount } of order.items) {
    const category = findItem(id)?.categoryId ?? 0
    counts.set(category, (counts.get(category) ?? 0) + amount)
  }
  // Keyboard pattern of tabs: arrows cycle, Home and End go to the ends, and only the selected tab is in the tab order.
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = ITEM_CATEGORIES.findIndex(({ id }) => id === current)
    const last = ITEM_CATEGORIES.length - 1
    const next = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ]
    const category = next === undefined ? undefined : ITEM_CATEGORIES[next]
    if (!category) return
    event.preventDefault()
    onChange(category.id)
    const tab = event.currentTarget.children[next ?? 0]
    if (tab instanceof HTMLElement) tab.focus()
  }
  return (
    <div className="chips strip rooms mt-3" role="tablist" aria-label="Rooms" tabIndex={-1} onKeyDown={onKeyDown}>
      {ITEM_CATEGORIES.map(({ id, name }) => {
        const count = counts.get(id)
        return (
          <button
            key={id}
            type="button"
            role="tab"
            className="chip"
            aria-selected={id === current}
            aria-controls={panelId}
            tabIndex={id === current ? 0 : -1}
            onClick={() => onChange(id)}
          >
            <Icon of={categoryIcons[id] ?? Box} />
            {name}
            {count ? <span className="count">{count}</span> : null}
          </button>
        )
      })}
    </div>
  )
}
