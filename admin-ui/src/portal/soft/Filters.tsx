import { t } from '../../shared/i18n'
import { Icon } from '../../shared/shell'
import type { Choice } from './filter'
import css from './soft.module.css'

interface FiltersProps {
  tenants: readonly Choice[]
  tenant: string
  search: string
  onTenant: (id: string) => void
  onSearch: (text: string) => void
}

/** Narrows the chooser by tenant and by name. */
export function Filters({ tenants, tenant, search, onTenant, onSearch }: FiltersProps) {
  return (
    <search className={css.filters}>
      <label className={css.search}>
        <Icon name="search" size={18} />
        <input
          type="search"
          aria-label={t('soft.search')}
          placeholder={t('soft.search')}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
      </label>
      {tenants.length > 1 && (
        <select
          className={css.select}
          aria-label={t('soft.tenant')}
          value={tenant}
          onChange={(event) => onTenant(event.target.value)}
        >
          <option value="">{t('soft.allTenants')}</option>
          {tenants.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </search>
  )
}
