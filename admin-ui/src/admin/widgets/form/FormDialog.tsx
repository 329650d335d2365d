import { type DialogFormProps, DialogFrame } from './DialogFrame'

interface FormDialogProps<A> extends Omit<DialogFormProps<A>, 'record' | 'names'> {
  submit: string
  act: NonNullable<DialogFormProps<A>['act']>
}

/** A dialog that does something, which may need to be told more. */
export function FormDialog<A>(props: FormDialogProps<A>) {
  return <DialogFrame {...props} />
}
