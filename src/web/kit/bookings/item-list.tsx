interface Listed {
  name: string
  amount: number
  needAssembling: boolean
  needDisassembling: boolean
}

/** What goes into the van, by name, with what is taken apart or put together. */
export const ItemList = ({ items }: { items: readonly Listed[] }) => (
  <ul className="divide mt-2 plain">
    {items.map(({ name, amount, needAssembling, needDisassembling }) => (
      <li key={name} className="list-row">
        <span>
          {name}
          {needDisassembling ? ', taken apart' : ''}
          {needAssembling ? ', put together' : ''}
        </span>
        <b>{amount}</b>
      </li>
    ))}
  </ul>
)
