import type { ReactNode } from 'react'
import styles from './RecordPage.module.css'

interface RowsTableProps<R> {
  /** What the table is of. */
  label: string
  rows: readonly R[]
  keyOf(row: R): string
  columns: readonly (readonly [head: string, cell: (row: R) => ReactNode])[]
  /** What stands where there are no rows. */
  empty: string
}

/** The rows of a tab. On a narrow screen the table moves sideways, and not the page. */
export function RowsTable<R>({ label, rows, keyOf, columns, empty }: RowsTableProps<R>) {
  if (rows.length === 0) {
    return (
      <div className={styles.table}>
        <p role="status" className={styles.empty}>
          {empty}
        </p>
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what moves sideways is reached by keys, too
    <section className={styles.table} aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(([head]) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(([head, cell]) => (
                <td key={head} data-label={head}>
                  <div>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
