import { useEffect, useRef, useState } from 'react'
import { t as say, useLocale } from '../i18n'
import type { Captcha } from './captcha'
import css from './code.module.css'
import { t } from './codeTexts'
import { Field } from './Field'
import { Icon } from './Icon'
import shell from './shell.module.css'

interface CaptchaFieldProps {
  captcha: Captcha
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/**
 * The picture captcha with its field, and beside it a way for whoever cannot read one: the browser
 * works instead (WCAG 2.2, 3.3.8).
 */
export default function CaptchaField({ captcha, value, onChange, error }: CaptchaFieldProps) {
  useLocale()
  const { picture, failed, refresh, worked } = captcha
  const { state, work } = useWork(captcha.setWorked)
  return (
    <div className={css.captcha}>
      {!worked && (
        <Field
          label={say('field.captcha')}
          name="captcha"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={value}
          onChange={onChange}
          error={error ?? (failed ? t('captchaFailed') : undefined)}
          hint={t('captchaHint')}
          trailing={
            <button
              type="button"
              className={shell.picture}
              onClick={refresh}
              title={t('captchaRefresh')}
              aria-label={t('captchaRefresh')}
            >
              {picture ? (
                <img src={picture.image} alt={t('captchaAlt')} />
              ) : (
                <Icon name="refresh" />
              )}
            </button>
          }
        />
      )}
      <p className={css.said} role="status">
        {worked && t('worked')}
        {!worked && state === 'busy' && t('working')}
        {!worked && state === 'failed' && t('workFailed')}
      </p>
      {worked ? (
        <button type="button" className={css.other} onClick={refresh}>
          {t('workUndo')}
        </button>
      ) : (
        <button type="button" className={css.other} onClick={work}>
          {t('work')}
        </button>
      )}
    </div>
  )
}

/** The work in the place of a picture. It ends with the page that asked for it. */
function useWork(done: Captcha['setWorked']) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const work = async () => {
    running.current?.abort()
    const asked = new AbortController()
    running.current = asked
    setState('busy')
    try {
      const { doTheWork } = await import('./work')
      done(await doTheWork(asked.signal))
      setState('idle')
    } catch {
      if (!asked.signal.aborted) setState('failed')
    }
  }
  return { state, work }
}
