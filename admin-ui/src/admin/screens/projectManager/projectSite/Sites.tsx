import { lazy, Suspense, useState } from 'react'
import { DataTable, type RaRecord, useRecordContext, useTranslate } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { ChangeButton } from '../../../widgets/list/ChangeButton'
import { useRemoval } from '../../../widgets/list/RemoveButton'
import { RowMenu } from '../../../widgets/list/RowMenu'
import { SideTable } from '../../../widgets/list/SideTable'

const RESOURCE = 'study-sites'
const AddDialog = lazy(async () => ({ default: (await import('./AddDialog')).AddDialog }))
const CodeDialog = lazy(async () => ({ default: (await import('./CodeDialog')).CodeDialog }))

/** The sites that a study has chosen. */
export function Sites({ study }: { study: RaRecord }) {
  const text = useText(RESOURCE)
  const [adding, setAdding] = useState(false)
  return (
    <>
      <SideTable
        title={text('sites', { name: study.studyName })}
        resource={RESOURCE}
        filter={{ studyId: study.id }}
        sort={{ field: 'code', order: 'ASC' }}
        empty={text('no_sites')}
        actions={
          <ChangeButton variant="contained" onClick={() => setAdding(true)}>
            {text('add')}
          </ChangeButton>
        }
      >
        <DataTable.Col source="code" />
        <DataTable.Col source="nickName" />
        <DataTable.Col source="areaName" disableSort />
        <DataTable.Col source="levelDesc" disableSort />
        <DataTable.Col source="remark" disableSort />
        <DataTable.Col label={text('actions')} disableSort field={Acts} />
      </SideTable>
      <Suspense>{adding && <AddDialog study={study} onClose={() => setAdding(false)} />}</Suspense>
    </>
  )
}

function Acts() {
  const site = useRecordContext<RaRecord>()
  return site ? <SiteActs site={site} /> : null
}

function SiteActs({ site }: { site: RaRecord }) {
  const text = useText(RESOURCE)
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const name = String(site.nickName)
  const removal = useRemoval({ resource: RESOURCE, record: site, name })
  const edit = { key: 'edit', label: text('edit'), act: () => setOpen(true) }
  return (
    <>
      <RowMenu label={translate('cardea.list.acts', { name })} acts={[edit, removal.act]} />
      {removal.question}
      <Suspense>
        {open && (
          <CodeDialog
            title={text('edit_of', { name })}
            site={site}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
