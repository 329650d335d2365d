import { useState } from 'react'
import { DataTable, useRecordContext } from 'react-admin'
import { useAddress } from '../../../widgets/data/useAddress'
import { useText } from '../../../widgets/data/useText'
import { Pick, SideTable } from '../../../widgets/list/SideTable'
import { SideTables } from '../../../widgets/list/SideTables'
import styles from '../../../widgets/list/SideTables.module.css'
import { LazyTenantChoice } from '../../../widgets/tenant/LazyTenantChoice'
import { Items } from './Items'
import type { Category } from './model'

/** What all tenants share. */
const SHARED = '0'

/** The dictionaries: categories on the left, the items of one on the right. */
export function Dictionary() {
  const text = useText('dictionary-items')
  const { params, choose } = useAddress()
  const [category, setCategory] = useState<Category>()
  const tenant = params.get('tenant')
  return (
    <SideTables>
      <LazyTenantChoice
        id={tenant}
        onChange={(id) => choose({ tenant: id })}
        none={text('shared')}
      />
      <div className={styles.two}>
        <SideTable
          title={text('categories')}
          resource="dictionary-categories"
          filter={{}}
          empty={text('no_categories')}
          // There are few, and all of them are seen at once.
          perPage={1000}
          selected={category}
          onSelect={setCategory as never}
        >
          <DataTable.Col source="code" label={text('code')} disableSort />
          <DataTable.Col source="desc" label={text('desc')} disableSort>
            <Pick source="desc" selected={category} onSelect={setCategory as never} />
          </DataTable.Col>
          <DataTable.Col source="isTenant" label={text('isTenant')} disableSort>
            <PerTenant />
          </DataTable.Col>
        </SideTable>
        {category && (
          <Items
            key={category.id}
            category={category}
            // What does not differ between tenants is everybody's, whichever tenant is looked at.
            tenantId={category.isTenant ? (tenant ?? SHARED) : SHARED}
          />
        )}
      </div>
    </SideTables>
  )
}

function PerTenant() {
  const text = useText('dictionary-items')
  return text(useRecordContext<Category>()?.isTenant ? 'yes' : 'no')
}
