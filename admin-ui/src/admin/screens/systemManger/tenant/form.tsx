import { email, required, TextInput } from 'react-admin'
import { RecordCreate, RecordEdit } from '../../../widgets/RecordForm'
import styles from '../../../widgets/RecordForm.module.css'
import { ReferenceSelect } from '../../../widgets/ReferenceSelect'
import { REGION_NAMES, RegionInputs } from '../../../widgets/RegionInputs'
import { SecondFactorInput } from '../../../widgets/SecondFactorInput'

/** Tenant categories: dictionary category 1 of the platform (tenant 0). */
const CATEGORIES = { categoryId: '1', tenantId: '0' }
const NAMES = {
  ...REGION_NAMES,
  categoryId: { reference: 'dictionary-items', source: 'dicName' },
}

/** A phone number is optional; given, it is a number and made of digits only. */
export function telephone(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  if (Number.isNaN(Number(value))) return 'cardea.tenant.tel_number'
  return /^\d+$/.test(value) ? undefined : 'cardea.tenant.tel_format'
}

function TenantInputs() {
  return (
    <>
      <TextInput source="tenantName" validate={required()} autoFocus />
      <TextInput source="abbr" validate={required()} />
      <ReferenceSelect
        source="categoryId"
        reference="dictionary-items"
        filter={CATEGORIES}
        optionText="dicName"
      />
      <TextInput source="contact" autoComplete="off" />
      <TextInput source="tel" type="tel" validate={telephone} autoComplete="off" />
      <TextInput source="email" type="email" validate={email()} autoComplete="off" />
      <RegionInputs />
      <TextInput source="postcode" autoComplete="off" />
      <TextInput source="address" autoComplete="off" />
      <SecondFactorInput className={styles.wide} helperText="cardea.second_factor.of_tenant" />
    </>
  )
}

/** Adds a tenant. */
export function TenantCreate() {
  return (
    <RecordCreate>
      <TenantInputs />
    </RecordCreate>
  )
}

/** Changes a tenant. */
export function TenantEdit() {
  return (
    <RecordEdit names={NAMES}>
      <TenantInputs />
    </RecordEdit>
  )
}
