import { type ReactNode, useState } from 'react'
import { Form, RecordContextProvider } from 'react-admin'
import { useMayEdit } from '../access/useMayEdit'
import type { Named } from './Conflict'
import { Inputs, Refusal, SPEAKING, Submit } from './FormParts'
import styles from './InlineForm.module.css'
import { type Saving, useSave, type Values } from './useSave'

interface InlineFormProps<A> extends Saving<A> {
  /** What its button says, if that is not that it saves. */
  submit?: string
  defaultValues?: Values
  names?: Readonly<Record<string, Named>>
  /** What is empty again once it was sent, for the next to be typed. */
  clears?: readonly string[]
  className?: string | undefined
  children: ReactNode
}

/** A form among other things. */
export function InlineForm<A>(props: InlineFormProps<A>) {
  const { record, submit, defaultValues = {}, names, clears, className, children } = props
  const mayEdit = useMayEdit()
  const [begun, begin] = useState({ times: 0, values: defaultValues })
  const saving = useSave({
    ...props,
    onSaved: (answer, values) => {
      const empty = Object.fromEntries((clears ?? []).map((field) => [field, '']))
      if (clears) begin(({ times }) => ({ times: times + 1, values: { ...values, ...empty } }))
      props.onSaved?.(answer, values)
    },
  })
  return (
    <RecordContextProvider value={record}>
      <Form
        key={begun.times}
        {...(record ? { record } : { defaultValues: begun.values })}
        {...SPEAKING}
        disableInvalidFormNotification
        onSubmit={saving.save}
      >
        <Inputs {...{ saving, names }} className={`${styles.inputs} ${className ?? ''}`}>
          {children}
          <div className={styles.end}>
            <Refusal saving={saving} />
            {mayEdit && <Submit saving={saving}>{submit}</Submit>}
          </div>
        </Inputs>
      </Form>
    </RecordContextProvider>
  )
}
