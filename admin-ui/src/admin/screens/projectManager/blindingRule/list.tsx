import { DataTable, useRecordContext } from 'react-admin'
import type { Schemas } from '../../../../shared/api'
import { useText } from '../../../widgets/data/useText'
import { lazyPart } from '../../../widgets/lazyPart'
import { DialogButton } from '../../../widgets/list/DialogButton'
import { EditLink } from '../../../widgets/list/EditLink'
import { Listing } from '../../../widgets/list/Listing'
import { RowActs } from '../../../widgets/list/RowActs'
import { SearchFilter } from '../../../widgets/list/SearchFilter'
import { useRemoval } from '../../../widgets/list/useRemoval'
import { SystemFilter } from '../../../widgets/system/SystemFilter'

type Rule = Schemas['BlindingRule']

const DryRunDialog = lazyPart(async () => (await import('./DryRunDialog')).DryRunDialog)

const filters = [
  <SearchFilter key="q" source="q" alwaysOn />,
  <SystemFilter key="softwareId" source="softwareId" alwaysOn />,
]

function Side() {
  const rule = useRecordContext<Rule>()
  const text = useText('blinding-rules')
  return rule ? <span>{text(rule.side)}</span> : null
}

/** The tenant, or that it counts in all. */
function Tenant() {
  const rule = useRecordContext<Rule>()
  const text = useText('blinding-rules')
  if (!rule) return null
  return rule.tenantId === '0' ? <span>{text('all')}</span> : <span>{rule.tenantName}</span>
}

function Acts() {
  const removal = useRemoval('blinding-rules')
  return <RowActs<Rule> name="roleName" acts={(rule) => [removal(rule, rule.roleName)]} />
}

/** Which roles of trial systems are blinded, and which are not. */
export function BlindingRuleList() {
  const text = useText('blinding-rules')
  return (
    <Listing
      filters={filters}
      actions={
        <DialogButton looking dialog={(onClose) => <DryRunDialog onClose={onClose} />}>
          {text('dry_run')}
        </DialogButton>
      }
    >
      <DataTable.Col source="roleName" field={EditLink} />
      <DataTable.Col source="side" disableSort field={Side} />
      <DataTable.Col source="softwareName" disableSort />
      <DataTable.Col source="columnKey" disableSort />
      <DataTable.Col source="roleId" disableSort />
      <DataTable.Col source="tenantName" disableSort field={Tenant} />
      <DataTable.Col source="remark" disableSort />
      <DataTable.Col label="cardea.dialog.actions" disableSort field={Acts} />
    </Listing>
  )
}
