/** Rules that forms share; what they answer is what the server says, too. */

export type Rule = (value: unknown) => string | undefined

/** What the server sees of a line: it trims first. */
export const text = (value: unknown) => String(value ?? '').trim()

/** There must be something. */
export const filled =
  (said: string): Rule =>
  (value) =>
    text(value) === '' ? said : undefined

/** Unless there is nothing, it looks like this. */
export const fits =
  (said: string, looks: (text: string) => boolean): Rule =>
  (value) => {
    const typed = text(value)
    return typed === '' || looks(typed) ? undefined : said
  }

/** A positive whole number without a leading zero. */
export const positive =
  (said: string): Rule =>
  (value) =>
    /^[1-9]\d{0,8}$/.test(text(value)) ? undefined : said

/** How many characters a text has, as the server counts them. */
export const lengthOf = (typed: string) => [...typed].length

const ATOM = "[\\w!#$%&'*+/=?^`{|}~-]+"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const ADDRESS = new RegExp(`^(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})+$`)

/** Whether somebody can be written to there, as the server judges it. */
export const isAddress = (typed: string) => typed.length <= 254 && ADDRESS.test(typed)
