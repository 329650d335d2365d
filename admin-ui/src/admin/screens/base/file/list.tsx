import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { DataTable, TextInput, useRecordContext } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useText } from '../../../widgets/data/useText'
import { useSay } from '../../../widgets/feedback/say'
import { DayInput } from '../../../widgets/form/DayInput'
import { ChoiceFilter } from '../../../widgets/list/ChoiceFilter'
import { Listing } from '../../../widgets/list/Listing'
import { TimeField } from '../../../widgets/list/TimeText'
import { SystemFilter } from '../../../widgets/system/SystemFilter'

type File = Schemas['ListedFile']

/** What a file is, and of which system. */
function PurposeField() {
  const file = useRecordContext<File>()
  const text = useText('files')
  return file ? (
    <>
      {text(`purposes.${file.purpose}`)}
      <div data-muted>
        <small>{file.softName || text('own')}</small>
      </div>
    </>
  ) : null
}

/** Its size, with its digest for whoever compares. */
function SizeField() {
  const file = useRecordContext<File>()
  return file ? <span title={`SHA-256 ${file.sha256}`}>{file.fileSizeStr}</span> : null
}

function KeptField() {
  const file = useRecordContext<File>()
  const text = useText('files')
  if (!file) return null
  return file.expiresAt ? (
    <TimeField source="expiresAt" />
  ) : (
    <span data-muted>{text('forever')}</span>
  )
}

/** Saves the file; who it tells of may ask for a proof first. */
function Download() {
  const file = useRecordContext<File>()
  const text = useText('files')
  const say = useSay()
  const saving = useMutation({
    mutationFn: async ({ nodeId, fileName }: File) => {
      const { download } = await import('../../../widgets/files/download')
      await download({ call: 'GET /files/download', query: { nodeId, fileName }, name: fileName })
    },
    onError: say.failed,
  })
  if (!file) return null
  return (
    <Button
      size="small"
      loading={saving.isPending}
      aria-label={text('download_named', { name: file.fileName })}
      onClick={() => saving.mutate(file)}
    >
      {text('download')}
    </Button>
  )
}

/** The files that the server keeps. */
export function FileList() {
  const text = useText('files')
  const purposes = ['import', 'export', 'plugin'].map((id) => ({
    id,
    name: text(`purposes.${id}`),
  }))
  const filters = [
    <TextInput key="fileName" source="fileName" alwaysOn resettable />,
    <SystemFilter key="softId" source="softId" alwaysOn />,
    <ChoiceFilter
      key="purpose"
      source="purpose"
      choices={purposes}
      translateChoice={false}
      alwaysOn
    />,
    <DayInput key="startTime" source="startTime" moment="start" alwaysOn />,
    <DayInput key="endTime" source="endTime" moment="end" alwaysOn />,
  ]
  return (
    <Listing filters={filters}>
      <DataTable.Col source="fileName" />
      <DataTable.Col source="fileSizeStr" disableSort field={SizeField} />
      <DataTable.Col source="purpose" disableSort field={PurposeField} />
      <DataTable.Col source="createTime" field={TimeField} />
      <DataTable.Col source="expiresAt" disableSort field={KeptField} />
      <DataTable.Col label="cardea.dialog.actions" disableSort field={Download} />
    </Listing>
  )
}
