import { useState } from 'react'
import { DataTable, type RaRecord } from 'react-admin'
import { useText } from '../../../widgets/data/useText'
import { Pick, SideTable } from '../../../widgets/list/SideTable'
import styles from '../../../widgets/list/SideTables.module.css'
import { useSearch } from '../../../widgets/list/useSearch'
import { type Tenant, TenantScreen } from '../../../widgets/tenant/TenantScreen'
import { Sites } from './Sites'

/** The sites of studies: a tenant's studies on the left, the sites of one on the right. */
export function StudySites() {
  return <TenantScreen>{(tenant) => <OfTenant key={tenant.id} tenant={tenant} />}</TenantScreen>
}

function OfTenant({ tenant }: { tenant: Tenant }) {
  const text = useText('study-sites')
  const [study, setStudy] = useState<RaRecord>()
  const { q, field } = useSearch(text('search_studies'), { fullWidth: true })
  return (
    <div className={styles.two}>
      <SideTable
        title={text('studies')}
        resource="studies"
        filter={{ tenantId: tenant.id, ...(q ? { q } : {}) }}
        sort={{ field: 'studyName', order: 'ASC' }}
        empty={text('no_studies')}
        search={field}
        selected={study}
        onSelect={setStudy}
      >
        <DataTable.Col source="studyName" label={text('study_name')} disableSort>
          <Pick source="studyName" selected={study} onSelect={setStudy} />
        </DataTable.Col>
        <DataTable.Col source="studyCode" label={text('study_code')} disableSort />
      </SideTable>
      {study ? (
        <Sites key={study.id} study={study} />
      ) : (
        <section className={styles.waiting} aria-label={text('first')}>
          <h2>{text('first')}</h2>
          <p>{text('choose_study')}</p>
        </section>
      )}
    </div>
  )
}
