import { TextInput, useRecordContext } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import type { Schemas } from '../../../../shared/api'
import { useText } from '../../../widgets/data/useText'
import { useFieldRules } from '../../../widgets/form/fieldRules'
import { RecordEdit } from '../../../widgets/form/RecordForm'
import forms from '../../../widgets/form/RecordForm.module.css'
import { filled } from '../../../widgets/form/rules'
import { Section } from '../../../widgets/form/Section'
import styles from './messageTemplate.module.css'
import { type Language, Preview } from './Preview'

/** Most characters of a subject. */
const SUBJECT = 120

type Template = Schemas['MessageTemplate']

interface InProps {
  language: Language
  template: Template
}

/** What a template says in one language, and how that looks. */
function In({ language, template }: InProps) {
  const text = useText('message-templates')
  const { note, within } = useFieldRules()
  const { getValues, setValue } = useFormContext()
  const subject = `subject${language}`
  const source = `text${language}`

  const insert = (name: string) => {
    const said = String(getValues(source) ?? '')
    const area = document.querySelector<HTMLTextAreaElement>(`textarea[name="${source}"]`)
    const { selectionStart: start, selectionEnd: end } = area ?? {
      selectionStart: said.length,
      selectionEnd: said.length,
    }
    const value = `{${name}}`
    setValue(source, said.slice(0, start) + value + said.slice(end), { shouldDirty: true })
    const caret = start + value.length
    requestAnimationFrame(() => {
      area?.focus()
      area?.setSelectionRange(caret, caret)
    })
  }

  return (
    <Section title={text(`in.${language === 'Zh' ? 'zh' : 'en'}`)}>
      {template.kind === 'email' && (
        <TextInput
          source={subject}
          className={forms.wide ?? ''}
          validate={[filled(text('need_subject')), within(SUBJECT)]}
          isRequired
        />
      )}
      <TextInput
        source={source}
        className={forms.wide ?? ''}
        validate={[filled(text('need_text')), note]}
        {...(template.kind === 'sms' ? { helperText: text('gateway_hint') } : {})}
        minRows={3}
        multiline
        isRequired
      />
      <div className={`${styles.values} ${forms.wide}`}>
        <span data-muted>{text('values')}</span>
        {template.values.map((name) => (
          <button
            key={name}
            type="button"
            aria-label={text('insert', { name })}
            onClick={() => insert(name)}
          >
            {`{${name}}`}
          </button>
        ))}
      </div>
      <Preview template={template} language={language} />
    </Section>
  )
}

function Inputs() {
  const template = useRecordContext<Template>()
  if (!template) return null
  return (
    <>
      <In language="Zh" template={template} />
      <In language="En" template={template} />
    </>
  )
}

/** Changes what messages of one purpose say. */
export function TemplateEdit() {
  return (
    <RecordEdit>
      <Inputs />
    </RecordEdit>
  )
}
