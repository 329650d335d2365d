/** The columns of a list: declared once, drawn as a table, as cards on a phone, and offered to be hidden. */
import ViewColumn from '@mui/icons-material/ViewColumnOutlined'
import {
  Children,
  createElement,
  isValidElement,
  memo,
  type ReactElement,
  type ReactNode,
} from 'react'
import {
  DataTable,
  type DataTableColumnProps,
  type RaRecord,
  RecordContextProvider,
  shallowEqual,
  useListContext,
  useRecordContext,
  useResourceContext,
  useStore,
  useTranslate,
  useTranslateLabel,
} from 'react-admin'
import { ActsMenu } from './ActsMenu'
import styles from './columns.module.css'

type Column = DataTableColumnProps

/** What a list declares, without what is not shown at the moment. */
export const columnsOf = (children: ReactNode): Column[] =>
  Children.toArray(children)
    .filter((child): child is ReactElement<Column> => isValidElement(child))
    .map(({ props }) => props)

/** What can be done with a row is no value of it: such a column is about the whole record. */
const isActs = ({ source }: Column) => source === undefined || source === 'id'

/** The name under which react-admin's table keeps what somebody hides. */
const useHidden = () => useStore<string[]>(`${useResourceContext()}.datatable`, [])

/** Chooses the columns that are shown; the first one is what a row is called by, and stays. */
export function ColumnsMenu({ children }: { children: ReactNode }) {
  const translate = useTranslate()
  const label = useTranslateLabel()
  const resource = useResourceContext()
  const [hidden, setHidden] = useHidden()
  const acts = columnsOf(children)
    .slice(1)
    .filter((column) => !isActs(column))
    .map(({ source = '', label: own }) => {
      const shown = !hidden.includes(source)
      return {
        key: source,
        label: label({ source, resource, ...(own ? { label: own } : {}) }) as string,
        checked: shown,
        looking: true,
        act: () =>
          setHidden(shown ? [...hidden, source] : hidden.filter((each) => each !== source)),
      }
    })
  if (acts.length < 2) return null
  return (
    <ActsMenu label={translate('ra.action.select_columns')} acts={acts} stays>
      <ViewColumn fontSize="small" />
    </ActsMenu>
  )
}

/** What a column shows of the record around it, as the table's own cells do. */
function Value({ column }: { column: Column }) {
  const record = useRecordContext()
  const { source, field, render, children } = column
  if (children) return children
  if (render) return record && render(record)
  if (field) return createElement(field, { source })
  return String((source && record?.[source]) ?? '')
}

/**
 * The rows of a table. A cell of react-admin's is half a dozen components and styles deep, and a page has
 * hundreds. None of ours needs what that is for: rows that are pressed, selected or expanded.
 */
export function TableRows({ children }: { children?: ReactNode }) {
  const [hidden] = useHidden()
  const { data } = useListContext()
  const columns = Children.toArray(children).filter(
    (child): child is ReactElement<Column> =>
      isValidElement<Column>(child) && !hidden.includes(child.props.source ?? ''),
  )
  return (
    <tbody>
      {data?.map((record) => (
        <Row key={record.id} record={record} columns={columns} />
      ))}
    </tbody>
  )
}

interface RowProps {
  record: RaRecord
  columns: ReactElement<Column>[]
}

/** Drawn again when its record or a column is another: a list is drawn anew for each of its states. */
const Row = memo(
  ({ record, columns }: RowProps) => (
    <RecordContextProvider value={record}>
      <tr>
        {columns.map((column) =>
          column.type === DataTable.Col ? (
            <td key={column.key} className={`column-${column.props.source}`}>
              <Value column={column.props} />
            </td>
          ) : (
            column
          ),
        )}
      </tr>
    </RecordContextProvider>
  ),
  (before, now) =>
    before.record === now.record &&
    before.columns.length === now.columns.length &&
    before.columns.every((column, nth) => isSame(column, now.columns[nth])),
)

const isSame = (before: ReactElement<Column>, now: ReactElement<Column> | undefined) =>
  before === now ||
  (before.type === now?.type && before.key === now.key && shallowEqual(before.props, now.props))

/** The rows as cards, where a table would be wider than the screen. */
export function Cards({ children, empty }: { children: ReactNode; empty: ReactNode }) {
  const label = useTranslateLabel()
  const resource = useResourceContext()
  const [hidden] = useHidden()
  const { data } = useListContext()
  if (!data?.length) return empty
  const columns = columnsOf(children).filter(({ source = '' }) => !hidden.includes(source))
  const [name, ...rest] = columns
  const [acts, values] = [rest.filter(isActs), rest.filter((column) => !isActs(column))]
  return (
    <ul className={styles.cards}>
      {data.map((record) => (
        <RecordContextProvider key={record.id} value={record}>
          <li className={styles.card}>
            <header>
              {name && <Value column={name} />}
              {acts.map((column) => (
                <Value key={column.source ?? 'acts'} column={column} />
              ))}
            </header>
            <dl>
              {values.map((column) => (
                <div key={column.source}>
                  <dt>
                    {label({
                      resource,
                      ...(column.source ? { source: column.source } : {}),
                      ...(column.label ? { label: column.label } : {}),
                    })}
                  </dt>
                  <dd>
                    <Value column={column} />
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        </RecordContextProvider>
      ))}
    </ul>
  )
}
