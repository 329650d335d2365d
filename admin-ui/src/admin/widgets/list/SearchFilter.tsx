import { SearchInput, type SearchInputProps, useTranslate } from 'react-admin'

/** The search of a list. It has a name of its own: a placeholder is gone once something is typed. */
export function SearchFilter(props: SearchInputProps) {
  const name = useTranslate()('ra.action.search')
  return <SearchInput {...props} slotProps={{ htmlInput: { 'aria-label': name } }} />
}
