import { type RaRecord, TextInput } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { useFieldRules } from '../../../widgets/form/fieldRules'
import { RecordCreate } from '../../../widgets/form/RecordForm'
import styles from '../../../widgets/form/RecordForm.module.css'
import { type Rule, text as trimmed } from '../../../widgets/form/rules'

/** The codes of systems, separated by commas or spaces of either language. */
const codesOf = (typed: unknown): string[] =>
  trimmed(typed)
    .split(/[\s,，、;；]+/)
    .filter(Boolean)

/** What is sent of what was typed. */
const transform = (data: Partial<RaRecord>) => ({
  ...data,
  publicKey: trimmed(data.publicKey),
  webCodes: codesOf(data.webCodes),
})

function PublisherInputs() {
  const text = useText('publishers')
  const { needed } = useFieldRules()
  const codes: Rule = (value) => {
    const typed = codesOf(value)
    const sound = typed.length > 0 && typed.every((code) => /^\d{2,8}$/.test(code))
    return sound ? undefined : text('need_codes')
  }
  const key: Rule = (value) =>
    /^[A-Za-z0-9+/]{43}=$/.test(trimmed(value)) ? undefined : text('need_key')
  return (
    <>
      <TextInput source="name" {...needed(text('need_name'))} autoFocus />
      <TextInput
        source="webCodes"
        validate={codes}
        isRequired
        helperText={text('codes_hint')}
        autoComplete="off"
      />
      <TextInput
        source="publicKey"
        validate={key}
        isRequired
        helperText={text('key_hint')}
        autoComplete="off"
        className={styles.wide ?? ''}
      />
    </>
  )
}

/** Trusts a publisher. */
export function PublisherCreate() {
  return (
    <RecordCreate transform={transform}>
      <PublisherInputs />
    </RecordCreate>
  )
}
