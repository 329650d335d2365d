import { SelectInput, type SelectInputProps } from 'react-admin'

interface ChoiceFilterProps extends SelectInputProps {
  /** What it says for no choice. */
  all: string
}

/** One of the choices that a list is narrowed to, or all of them. The choices are in the reader's words. */
export function ChoiceFilter({ all, ...input }: ChoiceFilterProps) {
  return <SelectInput {...input} emptyText={all} translateChoice={false} />
}
