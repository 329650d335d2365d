import { SelectInput, type SelectInputProps, useTranslate } from 'react-admin'

/** One of the choices that a list is narrowed to, or all of them, which it says before one is chosen. */
export function ChoiceFilter(input: SelectInputProps) {
  const translate = useTranslate()
  return (
    <SelectInput
      {...input}
      emptyText={translate('cardea.list.all')}
      slotProps={{ select: { displayEmpty: true } }}
    />
  )
}
