import { type RaRecord, ResourceContextProvider, TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { useText } from '../../../widgets/data/useText'
import { DayInput } from '../../../widgets/form/DayInput'
import { isDay } from '../../../widgets/form/days'
import { useFieldRules } from '../../../widgets/form/fieldRules'
import { ItemSelect } from '../../../widgets/form/ItemSelect'
import { RecordDialog } from '../../../widgets/form/RecordDialog'
import styles from '../../../widgets/form/RecordForm.module.css'
import { filled, type Rule, text as trimmed } from '../../../widgets/form/rules'
import { Section } from '../../../widgets/form/Section'

/** The fields that hold an item of a dictionary, each with the category. */
const ITEMS = {
  studyStatusId: '5',
  studyScopeId: '4',
  researchTypeId: '7',
  researchStageId: '8',
  researchTargetId: '10',
  departmentTypeId: '15',
  productTypeId: '6',
  therapeuticAreaId: '16',
} as const

const FIELDS = [
  ...['studyName', 'studyCode', 'planCode', 'principal', 'nameAbbr', 'fameFull', 'sponsor'],
  ...Object.keys(ITEMS),
  ...['indication', 'productInfo', 'drugInfo'],
  ...['startTime', 'endTime', 'durationTime', 'siteCount', 'patientCount'],
]
const ITEM = { reference: 'dictionary-items', source: 'dicName' }
const NAMES = Object.fromEntries(Object.keys(ITEMS).map((field) => [field, ITEM]))

/** A whole number that is not negative. */
const count =
  (said: string): Rule =>
  (value) =>
    /^(0|[1-9]\d{0,8})$/.test(trimmed(value)) ? undefined : said

interface StudyDialogProps {
  /** The study that is changed; without one, a new one is made. */
  study?: RaRecord
  tenantId: string
  onClose(): void
}

/** The form of a study. */
export function StudyDialog({ study, tenantId, onClose }: StudyDialogProps) {
  const text = useText('studies')
  return (
    // Inputs find what their fields are called by it.
    <ResourceContextProvider value="studies">
      <RecordDialog
        resource="studies"
        title={study ? text('edit_of', { name: study.studyName }) : text('add')}
        record={study}
        defaultValues={{ tenantId }}
        fields={FIELDS}
        names={NAMES}
        onClose={onClose}
        wide
      >
        <Basics />
        <Design tenantId={tenantId} />
        <Product tenantId={tenantId} />
        <Schedule />
      </RecordDialog>
    </ResourceContextProvider>
  )
}

function Basics() {
  const text = useText('studies')
  const { needed, note, line } = useFieldRules()
  const lines = ['studyName', 'studyCode', 'planCode', 'principal', 'nameAbbr']
  return (
    <Section title={text('parts.basic')}>
      {lines.map((source, at) => (
        <TextInput
          key={source}
          source={source}
          {...needed(text(`need_${source}`))}
          autoComplete="off"
          autoFocus={at === 0}
        />
      ))}
      <TextInput source="sponsor" validate={line} autoComplete="off" />
      <TextInput
        source="fameFull"
        validate={[filled(text('need_fameFull')), note]}
        isRequired
        className={styles.wide ?? ''}
        multiline
      />
    </Section>
  )
}

type OfTenant = { tenantId: string }

/** One of a dictionary's items; there may be none. */
function Chosen({ source, tenantId }: OfTenant & { source: keyof typeof ITEMS }) {
  return <ItemSelect source={source} categoryId={ITEMS[source]} tenantId={tenantId} />
}

function Design({ tenantId }: OfTenant) {
  const text = useText('studies')
  const { note } = useFieldRules()
  return (
    <Section title={text('parts.design')}>
      <Chosen source="studyStatusId" tenantId={tenantId} />
      <Chosen source="studyScopeId" tenantId={tenantId} />
      <Chosen source="researchTypeId" tenantId={tenantId} />
      <Chosen source="researchStageId" tenantId={tenantId} />
      <Chosen source="researchTargetId" tenantId={tenantId} />
      <Chosen source="departmentTypeId" tenantId={tenantId} />
      <Chosen source="therapeuticAreaId" tenantId={tenantId} />
      <TextInput source="indication" validate={note} />
    </Section>
  )
}

function Product({ tenantId }: OfTenant) {
  const text = useText('studies')
  const { note } = useFieldRules()
  return (
    <Section title={text('parts.product')}>
      <Chosen source="productTypeId" tenantId={tenantId} />
      <TextInput source="productInfo" validate={note} />
      <TextInput source="drugInfo" validate={note} />
    </Section>
  )
}

function Schedule() {
  const text = useText('studies')
  const { line } = useFieldRules()
  return (
    <Section title={text('parts.schedule')}>
      <DayInput source="startTime" />
      <div>
        <DayInput source="endTime" />
        <DayOrder />
      </div>
      <TextInput source="durationTime" validate={line} autoComplete="off" />
      {['siteCount', 'patientCount'].map((source) => (
        <TextInput
          key={source}
          source={source}
          validate={[filled(text(`need_${source}`)), count(text('count'))]}
          isRequired
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          autoComplete="off"
        />
      ))}
    </Section>
  )
}

/** Says at once that the days are in the wrong order; the server refuses them. */
function DayOrder() {
  const text = useText('studies')
  const [start, end] = useWatch({ name: ['startTime', 'endTime'] }).map(trimmed)
  const wrong = isDay(start ?? '') && isDay(end ?? '') && String(start) >= String(end)
  return wrong ? <small role="alert">{text('order')}</small> : null
}
