import { Pagination } from 'react-admin'
import { LIST_SIZES } from '../data/reference'
import { useRange } from './counted'

/** The pages of a list. */
export function Pages() {
  // Handed on to Material's, which react-admin's types do not know.
  const labels = { labelDisplayedRows: useRange() }
  return <Pagination rowsPerPageOptions={LIST_SIZES} {...labels} />
}
