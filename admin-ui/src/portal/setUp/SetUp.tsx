import { useForm } from '../../shared/form'
import { request } from '../../shared/http'
import { t } from '../../shared/i18n'
import { seal } from '../../shared/password'
import { usePasswordRules } from '../../shared/passwordRules'
import { Button, Field, FormAlert, PasswordField } from '../../shared/shell'
import { leaveNotice } from '../../shared/storage'
import { Asking, useOpened } from '../opened'
import { Link, navigate, type PageProps } from '../router'
import { Frame } from '../signIn/Frame'
import css from '../signIn/frame.module.css'
import { SET_UP_FIELDS, type SetUpField, type SetUpValues, setUpProblems } from './rules'
import { t as say } from './texts'

/** /setUp?key=...: the first administrator of an empty installation. */
export default function SetUp({ place }: PageProps) {
  const key = place.query.get('key') ?? ''
  const opened = useOpened<{ valid: boolean }>('/api/sys/setup', key)
  const valid = opened.found?.valid ?? null
  // The server answers the call, and says no, once there is an administrator.
  if (key === '' || opened.refusal || valid === false) {
    return (
      <Frame title={say('invalidTitle')} text={say('invalidText')}>
        <Link className={css.link} to="/signIn/index">
          {say('toSignIn')}
        </Link>
      </Frame>
    )
  }
  return (
    <Frame title={t('setUp.title')} text={say('text')}>
      {valid && !opened.failed ? (
        <SetUpForm setUpKey={key} />
      ) : (
        <Asking opened={opened} text={t('common.loading')} />
      )}
    </Frame>
  )
}

const EMPTY = Object.fromEntries(SET_UP_FIELDS.map((field) => [field, ''])) as SetUpValues

function SetUpForm({ setUpKey }: { setUpKey: string }) {
  const rules = usePasswordRules()
  const { form, problems, alert, busy, ...own } = useForm({
    begin: EMPTY,
    check: (values) => setUpProblems(values, rules.problems),
    send: async (values) => {
      await create(setUpKey, values)
      leaveNotice('setUp.done')
      navigate('/signIn/index', { replace: true })
    },
  })
  const bind = (name: SetUpField) => ({ ...own.bind(name), required: true })

  return (
    <form className={css.form} {...form}>
      <FormAlert text={alert} />
      <Field label={t('field.fullName')} autoComplete="name" {...bind('fullName')} />
      <Field
        label={t('field.userName')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...bind('userName')}
      />
      <Field
        label={t('field.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        {...bind('email')}
      />
      <Field
        label={t('field.phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...bind('phone')}
      />
      <PasswordField
        label={t('field.password')}
        autoComplete="new-password"
        hint={problems.password ? undefined : rules.message}
        {...bind('password')}
      />
      <PasswordField
        label={t('field.confirmPassword')}
        autoComplete="new-password"
        {...bind('again')}
      />
      <Button type="submit" kind="main" wide busy={busy}>
        {say('submit')}
      </Button>
    </form>
  )
}

async function create(key: string, values: SetUpValues): Promise<void> {
  await request('/api/sys/setup', {
    method: 'POST',
    quiet: true,
    anonymous: true,
    json: {
      key,
      fullName: values.fullName.trim(),
      userName: values.userName.trim(),
      email: values.email.trim(),
      phone: values.phone.trim(),
      password: await seal(values.password),
    },
  })
}
