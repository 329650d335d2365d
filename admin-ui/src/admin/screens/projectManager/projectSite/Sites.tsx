import { DataTable, type RaRecord } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { lazyPart } from '../../../widgets/lazyPart'
import { DialogButton } from '../../../widgets/list/DialogButton'
import { RowActs } from '../../../widgets/list/RowActs'
import { SideTable } from '../../../widgets/list/SideTable'
import { useRemoval } from '../../../widgets/list/useRemoval'

const RESOURCE = 'study-sites'
const AddDialog = lazyPart(async () => (await import('./AddDialog')).AddDialog)
const CodeDialog = lazyPart(async () => (await import('./CodeDialog')).CodeDialog)

/** The sites that a study has chosen. */
export function Sites({ study }: { study: RaRecord }) {
  const text = useText(RESOURCE)
  return (
    <SideTable
      title={text('sites', { name: study.studyName })}
      resource={RESOURCE}
      filter={{ studyId: study.id }}
      sort={{ field: 'code', order: 'ASC' }}
      empty={text('no_sites')}
      actions={
        <DialogButton
          variant="contained"
          dialog={(onClose) => <AddDialog study={study} onClose={onClose} />}
        >
          {text('add')}
        </DialogButton>
      }
    >
      <DataTable.Col source="code" />
      <DataTable.Col source="nickName" />
      <DataTable.Col source="areaName" disableSort />
      <DataTable.Col source="levelDesc" disableSort />
      <DataTable.Col source="remark" disableSort />
      <DataTable.Col label={text('actions')} disableSort field={Acts} />
    </SideTable>
  )
}

function Acts() {
  const text = useText(RESOURCE)
  const removal = useRemoval(RESOURCE)
  const acts = (site: RaRecord) => {
    const title = text('edit_of', { name: site.nickName })
    return [
      {
        key: 'edit',
        label: text('edit'),
        dialog: (onClose: () => void) => <CodeDialog {...{ title, site, onClose }} />,
      },
      removal(site, String(site.nickName)),
    ]
  }
  return <RowActs name="nickName" acts={acts} />
}
