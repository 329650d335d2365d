import Checkbox from '@mui/material/Checkbox'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { Suspense, useEffect, useState } from 'react'
import { useGetList } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { PlatformEdits } from '../../../widgets/access/PlatformEdits'
import { useMayEdit } from '../../../widgets/access/useMayEdit'
import { PAGE_SIZES } from '../../../widgets/data/reference'
import { useAddress } from '../../../widgets/data/useAddress'
import { useText } from '../../../widgets/data/useText'
import { Failure } from '../../../widgets/feedback/Failure'
import { lazyPart } from '../../../widgets/lazyPart'
import { ChangeButton } from '../../../widgets/list/ChangeButton'
import { TablePages } from '../../../widgets/list/TablePages'
import { useDialog } from '../../../widgets/list/useDialog'
import { useRemoval } from '../../../widgets/list/useRemoval'
import { useSearch } from '../../../widgets/list/useSearch'
import { Waiting } from '../../../widgets/list/Waiting'
import { useSystems } from '../../../widgets/system/systems'
import { TenantScreen } from '../../../widgets/tenant/TenantScreen'

const Configure = lazyPart(async () => (await import('./Configure')).Configure)

type Study = Schemas['StudySystems']
type Binding = Schemas['StudyBinding']

interface System {
  id: string
  name: string
}

/** The dialog opens by itself so long after the list, as specified. */
const OPENS_AFTER = 100

/** Which systems the studies of a tenant use. */
export function SoftAllowed() {
  return (
    <PlatformEdits path="projectManager/softAllowed">
      <TenantScreen>{(tenant) => <OfTenant key={tenant.id} tenant={tenant.id} />}</TenantScreen>
    </PlatformEdits>
  )
}

function OfTenant({ tenant }: { tenant: string }) {
  const text = useText('study-software')
  const { params, fillIn } = useAddress()
  const intended = params.get('study')
  const [page, setPage] = useState(0)
  const [size, setSize] = useState<number>(PAGE_SIZES[0] ?? 10)
  const showAll = () => fillIn({ study: null })
  const { q: studyName, field } = useSearch(text('search'), {
    margin: 'dense',
    onChange: () => setPage(0),
  })
  const wanted = intended && studyName === '' ? { id: [intended] } : {}
  const { data, total, error, isPending, refetch } = useGetList<Study>('study-software/studies', {
    pagination: { page: page + 1, perPage: size },
    sort: { field: 'studyName', order: 'ASC' },
    filter: { tenantId: tenant, ...(studyName ? { studyName } : {}), ...wanted },
  })
  const systems = useSystems()
  const failure = error ?? systems.error
  if (failure) return <Failure error={failure} onRetry={error ? refetch : systems.refetch} />
  return (
    <section>
      {field}
      {isPending || systems.isPending ? (
        <Waiting />
      ) : (
        <Matrix
          studies={data ?? []}
          systems={systems.systems}
          intended={intended}
          onSettled={showAll}
        />
      )}
      <TablePages
        count={total ?? 0}
        page={page}
        rowsPerPage={size}
        onPage={setPage}
        onSize={(rows) => {
          setSize(rows)
          setPage(0)
        }}
      />
    </section>
  )
}

interface Asked {
  study: Study
  system: System
  binding?: Binding | undefined
}

interface MatrixProps {
  studies: Study[]
  systems: System[]
  /** The study that the address names. */
  intended: string | null
  /** Called once its dialog is over: then the list is of all. */
  onSettled(): void
}

const bindingOf = ({ suVos }: Study, { id }: System) =>
  suVos.find(({ softwareId }) => softwareId === id)

/** A row for each study, and a column for each system. */
function Matrix({ studies, systems, intended, onSettled }: MatrixProps) {
  const text = useText('study-software')
  const mayEdit = useMayEdit()
  const [asked, ask] = useState<Asked>()
  const [meant, setMeant] = useState(intended)
  useEffect(() => {
    const study = studies.find(({ id }) => id === meant)
    const system = study && (systems.find((each) => !bindingOf(study, each)) ?? systems[0])
    if (!study || !system || !mayEdit) return
    const opening = setTimeout(() => {
      ask({ study, system, binding: bindingOf(study, system) })
      setMeant(null)
    }, OPENS_AFTER)
    return () => clearTimeout(opening)
  }, [meant, studies, systems, mayEdit])
  const close = () => {
    ask(undefined)
    if (intended) onSettled()
  }
  if (studies.length === 0) return <p role="status">{text('empty')}</p>
  return (
    <TableContainer>
      <Table aria-label={text('title')}>
        <TableHead>
          <TableRow>
            <TableCell>{text('study')}</TableCell>
            {systems.map(({ id, name }) => (
              <TableCell key={id}>{name}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {studies.map((study) => (
            <TableRow key={study.id}>
              <TableCell component="th" scope="row">
                {study.studyName} <small>{study.studyCode}</small>
              </TableCell>
              {systems.map((system) => (
                <TableCell key={system.id}>
                  <Cell
                    {...{ study, system }}
                    binding={bindingOf(study, system)}
                    onConfigure={ask}
                  />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <Suspense>{asked && <Configure {...asked} onClose={close} />}</Suspense>
    </TableContainer>
  )
}

interface CellProps extends Asked {
  onConfigure(asked: Asked): void
}

/** A system of a study: checked where it is configured. To uncheck it asks first. */
function Cell({ study, system, binding, onConfigure }: CellProps) {
  const text = useText('study-software')
  const mayEdit = useMayEdit()
  const name = `${study.studyName} · ${system.name}`
  const removal = useRemoval('study-software')
  const { open, dialog } = useDialog()
  const cancel = () => {
    const act = binding && removal(binding, text('cancel_of', { name }))
    if (act && 'dialog' in act) open(act.dialog)
  }
  const configure = () => onConfigure({ study, system, binding })
  return (
    <>
      <Checkbox
        checked={binding !== undefined}
        disabled={!mayEdit}
        onChange={binding ? cancel : configure}
        slotProps={{ input: { 'aria-label': name } }}
      />
      {binding && (
        <>
          <ChangeButton
            size="small"
            onClick={configure}
            aria-label={text('configure_of', { name })}
          >
            {text('configure')}
          </ChangeButton>
          <ChangeButton size="small" onClick={cancel} aria-label={text('cancel_of', { name })}>
            {text('cancel')}
          </ChangeButton>
        </>
      )}
      {dialog}
    </>
  )
}
