import TablePagination, { type TablePaginationProps } from '@mui/material/TablePagination'
import { useTranslate } from 'react-admin'
import { PAGE_SIZES } from '../data/reference'
import { useRange } from './counted'

type TablePagesProps = Pick<TablePaginationProps, 'count' | 'page' | 'rowsPerPage'> & {
  onPage(page: number): void
  onSize(size: number): void
}

/** The pages of a table that is not a react-admin list, in the reader's language. */
export function TablePages({ onPage, onSize, ...pages }: TablePagesProps) {
  const translate = useTranslate()
  const label = (to: string) => translate(`ra.navigation.${to}`)
  return (
    <TablePagination
      component="div"
      rowsPerPageOptions={[...PAGE_SIZES]}
      labelRowsPerPage={label('page_rows_per_page')}
      labelDisplayedRows={useRange()}
      getItemAriaLabel={label}
      onPageChange={(_, to) => onPage(to)}
      onRowsPerPageChange={({ target }) => onSize(Number(target.value))}
      {...pages}
    />
  )
}
