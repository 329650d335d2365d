/** Rules that forms share; what they answer is what the server says, too. */

type Rule = (value: unknown) => string | undefined

const text = (value: unknown) => String(value ?? '').trim()

/** There must be something. */
export const filled =
  (said: string): Rule =>
  (value) =>
    text(value) === '' ? said : undefined

/** A positive whole number without a leading zero. */
export const positive =
  (said: string): Rule =>
  (value) =>
    /^[1-9]\d{0,8}$/.test(text(value)) ? undefined : said
