import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import type { Schemas } from '../../../../shared/api'
import { useCall } from '../../../widgets/data/useCall'
import { useText } from '../../../widgets/data/useText'
import { fieldErrors } from '../../../widgets/feedback/say'
import forms from '../../../widgets/form/RecordForm.module.css'
import { useSettled } from '../../../widgets/list/useSettled'
import { Letter } from '../../../widgets/message/Letter'
import styles from './messageTemplate.module.css'

/** The language of a template's part, as its fields end. */
export type Language = 'Zh' | 'En'

interface PreviewProps {
  template: Schemas['MessageTemplate']
  language: Language
}

/** What is typed, as the message that it makes: the server's own, with made-up values. */
export function Preview({ template: { id, kind }, language }: PreviewProps) {
  const text = useText('message-templates')
  const call = useCall()
  const [subject, said] = useWatch({ name: [`subject${language}`, `text${language}`] }).map(
    (typed) => String(typed ?? ''),
  ) as [string, string]
  const settled = [useSettled(subject), useSettled(said)] as const
  const body = { id, locale: language.toLowerCase(), subject: settled[0], text: settled[1] }
  const { data, error } = useQuery({
    queryKey: ['message-template-previews', body],
    queryFn: ({ signal }) => call('POST /message-templates/preview', { body, signal }),
    placeholderData: keepPreviousData,
    enabled: body.text.trim() !== '',
    retry: false,
  })
  return (
    <div className={`${styles.preview} ${forms.wide}`}>
      <p data-muted>{text('preview')}</p>
      {error && <p role="status">{Object.values(fieldErrors(error))[0]}</p>}
      {data && !error && (
        <>
          {data.subject && <p className={styles.subject}>{data.subject}</p>}
          {kind === 'email' && data.html ? (
            <Letter label={text('preview')} html={data.html} />
          ) : (
            <p className={styles.sms}>{data.text}</p>
          )}
        </>
      )}
    </div>
  )
}
