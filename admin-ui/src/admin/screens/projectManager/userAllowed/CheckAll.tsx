interface CheckAllProps {
  label: string
  /** What the page shows and can be chosen. */
  ids: string[]
  chosen: ReadonlySet<string>
  onChange(chosen: ReadonlySet<string>): void
}

/** Chosen ids, with some put in or taken out. */
export function withIds(chosen: ReadonlySet<string>, ids: string[], on: boolean) {
  const next = new Set(chosen)
  for (const id of ids) on ? next.add(id) : next.delete(id)
  return next
}

/** The check box of a table's head: all rows of the page, some, or none. */
export function CheckAll({ label, ids, chosen, onChange }: CheckAllProps) {
  const held = ids.filter((id) => chosen.has(id)).length
  const everyone = ids.length > 0 && held === ids.length
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={everyone}
      ref={(input) => {
        if (input) input.indeterminate = held > 0 && !everyone
      }}
      onChange={() => onChange(withIds(chosen, ids, !everyone))}
    />
  )
}
