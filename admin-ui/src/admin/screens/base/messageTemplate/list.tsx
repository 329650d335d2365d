import { DataTable, useLocale, useRecordContext } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { useSay } from '../../../widgets/feedback/say'
import { Asking } from '../../../widgets/list/Asking'
import { Badge } from '../../../widgets/list/Badge'
import { CheckFilter } from '../../../widgets/list/CheckFilter'
import { ChoiceFilter } from '../../../widgets/list/ChoiceFilter'
import { EditLink } from '../../../widgets/list/EditLink'
import { Listing } from '../../../widgets/list/Listing'
import { RowActs } from '../../../widgets/list/RowActs'
import { TimeField } from '../../../widgets/list/TimeText'
import styles from './messageTemplate.module.css'

const NOUN = 'message-templates'

type Template = Schemas['MessageTemplate']

/** What it says, in the reader's language. */
function SaysField() {
  const template = useRecordContext<Template>()
  const isChinese = useLocale() === 'zh'
  if (!template) return null
  const { subjectZh, subjectEn, textZh, textEn } = template
  const [subject, said] = isChinese ? [subjectZh, textZh] : [subjectEn, textEn]
  return (
    <>
      {subject}
      <div data-muted className={styles.says}>
        <small>{said}</small>
      </div>
    </>
  )
}

function ChangedField() {
  const template = useRecordContext<Template>()
  const text = useText(NOUN)
  if (!template) return null
  return template.changed ? (
    <Badge>{text('changed')}</Badge>
  ) : (
    <span data-muted>{text('standard')}</span>
  )
}

function Acts() {
  const text = useText(NOUN)
  const call = useCall()
  const say = useSay()
  return (
    <RowActs<Template>
      name="name"
      acts={({ id, name, changed }) =>
        changed
          ? [
              {
                key: 'reset',
                label: text('reset'),
                dialog: (onClose) => (
                  <Asking
                    title={`${text('reset')}: ${name}`}
                    content={text('reset_ask')}
                    confirm={text('reset')}
                    confirmColor="warning"
                    act={() => call('POST /message-templates/{id}/reset', { path: { id } })}
                    onDone={() => say.done(text('reset_done'))}
                    onClose={onClose}
                  />
                ),
              },
            ]
          : []
      }
    />
  )
}

/** What messages say. */
export function TemplateList() {
  const text = useText(NOUN)
  const kinds = ['email', 'sms'].map((id) => ({ id, name: text(id) }))
  const filters = [
    <ChoiceFilter key="kind" source="kind" choices={kinds} translateChoice={false} alwaysOn />,
    <CheckFilter key="changed" source="changed" text={text('changed_only')} alwaysOn />,
  ]
  return (
    <Listing filters={filters}>
      <DataTable.Col source="name" disableSort field={EditLink} />
      <DataTable.Col source="text" disableSort field={SaysField} />
      <DataTable.Col source="changed" disableSort field={ChangedField} />
      <DataTable.Col source="updatedAt" disableSort field={TimeField} />
      <DataTable.Col label="cardea.dialog.actions" disableSort>
        <Acts />
      </DataTable.Col>
    </Listing>
  )
}
