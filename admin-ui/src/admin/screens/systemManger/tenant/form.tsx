import { Suspense } from 'react'
import { TextInput, useRecordContext, useTranslate } from 'react-admin'
import { loadScreenWords } from '../../../i18n/screenWords'
import { useText } from '../../../widgets/data/useText'
import { useFieldRules } from '../../../widgets/form/fieldRules'
import { recordForms } from '../../../widgets/form/RecordForm'
import styles from '../../../widgets/form/RecordForm.module.css'
import { ReferenceSelect } from '../../../widgets/form/ReferenceSelect'
import { REGION_NAMES, RegionInputs } from '../../../widgets/form/RegionInputs'
import { type Rule, text as trimmed } from '../../../widgets/form/rules'
import { SecondFactorInput } from '../../../widgets/form/SecondFactorInput'
import { Section } from '../../../widgets/form/Section'
import { lazyPart } from '../../../widgets/lazyPart'

const OfTenant = lazyPart(async () => {
  const [part] = await Promise.all([import('../../home/OfTenant'), loadScreenWords('home')])
  return part.OfTenant
})

/** Tenant categories: dictionary category 1 of the platform (tenant 0). */
const CATEGORIES = { categoryId: '1', tenantId: '0' }
const NAMES = {
  ...REGION_NAMES,
  categoryId: { reference: 'dictionary-items', source: 'dicName' },
}

/** A phone number is optional; given, it is digits only. Who types letters is told that it is a number. */
export const telephone =
  (number: string, format: string): Rule =>
  (value) => {
    const typed = trimmed(value)
    if (/\p{Alphabetic}/u.test(typed)) return number
    return /^[0-9]*$/.test(typed) ? undefined : format
  }

function TenantInputs() {
  const text = useText('tenants')
  const { needed, within, line, note, email } = useFieldRules()
  const phone = [within(32), telephone(text('tel_number'), text('tel_format'))]
  return (
    <>
      <Section part="basic">
        <TextInput source="tenantName" {...needed(text('need_name'))} autoFocus />
        <TextInput source="abbr" {...needed(text('need_abbr'))} />
        <ReferenceSelect
          source="categoryId"
          reference="dictionary-items"
          filter={CATEGORIES}
          optionText="dicName"
          need={text('need_category')}
        />
      </Section>
      <Section part="contact">
        <TextInput source="contact" validate={line} autoComplete="off" />
        <TextInput source="tel" type="tel" validate={phone} autoComplete="off" />
        <TextInput source="email" type="email" validate={[within(254), email]} autoComplete="off" />
      </Section>
      <Section part="address">
        <RegionInputs />
        <TextInput source="postcode" validate={within(32)} autoComplete="off" />
        <TextInput source="address" validate={note} autoComplete="off" className={styles.wide} />
      </Section>
      <Section part="security">
        <SecondFactorInput className={styles.wide} helperText="cardea.second_factor.of_tenant" />
      </Section>
    </>
  )
}

/** The code that the server gave the tenant. */
function Code() {
  const tenant = useRecordContext()
  const translate = useTranslate()
  if (!tenant?.tenantCode) return null
  return (
    <p className={styles.wide}>
      {translate('resources.tenants.fields.tenantCode')}: {String(tenant.tenantCode)}
    </p>
  )
}

/** What the tenant lacks, where it lacks anything. */
function Lacking() {
  return (
    <div className={styles.lacking}>
      <Suspense>
        <OfTenant />
      </Suspense>
    </div>
  )
}

/** The pages that add and change one. */
export const forms = recordForms(TenantInputs, {
  names: NAMES,
  above: (
    <>
      <Lacking />
      <Code />
    </>
  ),
})
