/** E-mail addresses typed as one text. */

const ADDRESS = /^[^\s@,，]+@[^\s@,，.]+(\.[^\s@,，.]+)+$/

/** The addresses of a text separated by commas, Chinese ones too; each once, in their order. */
export function splitEmails(text: string): string[] {
  const seen = new Set<string>()
  return text
    .split(/[,，]/)
    .map((each) => each.trim())
    .filter((each) => each !== '' && !seen.has(each.toLowerCase()) && seen.add(each.toLowerCase()))
}

/** The entries of a text that are no e-mail addresses. */
export function wrongEmails(text: string): string[] {
  return splitEmails(text).filter((each) => !ADDRESS.test(each))
}
