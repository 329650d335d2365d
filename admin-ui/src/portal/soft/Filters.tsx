import type { Ref } from 'react'
import { Icon } from '../../shared/shell'
import type { Choice } from './filter'
import css from './soft.module.css'
import { t as say } from './texts'

interface FiltersProps {
  tenants: readonly Choice[]
  tenant: string
  search: string
  /** What is looked for. */
  label?: string
  /** The field to type in. */
  field: Ref<HTMLInputElement>
  onTenant: (id: string) => void
  onSearch: (text: string) => void
}

/** Narrows the chooser by tenant and by name. */
export function Filters(props: FiltersProps) {
  const { tenants, tenant, search, label = say('search'), field, onTenant, onSearch } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of the last years do not know <search>.
    <div role="search" className={css.filters}>
      <label className={css.search}>
        <Icon name="search" size={18} />
        <input
          ref={field}
          type="search"
          aria-label={label}
          placeholder={label}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
      </label>
      {tenants.length > 1 && (
        <select
          className={css.select}
          aria-label={say('tenant')}
          value={tenant}
          onChange={(event) => onTenant(event.target.value)}
        >
          <option value="">{say('allTenants')}</option>
          {tenants.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
