/** Manuals, each at the address of its name. */
export type HelpPage =
  | 'helpCommon'
  | 'helpAccount'
  | 'helpEDC'
  | 'helpRTSM'
  | 'helpCTMS'
  | 'helpETMF'

/** Which software a manual is about, by web code. */
const WEB_CODES: Partial<Record<HelpPage, string>> = {
  helpAccount: '00',
  helpEDC: '020',
  helpRTSM: '030',
  helpCTMS: '040',
  helpETMF: '070',
}

/**
 * The manuals out of `written` to offer: the general one always; one about a software when that is
 * the current one or, when none is current, when the user has it.
 */
export function helpPages(
  written: readonly HelpPage[],
  current: string | null,
  owned: readonly string[],
): HelpPage[] {
  return written.filter((page) => {
    const code = WEB_CODES[page]
    if (code === undefined) return true
    return current === null ? owned.includes(code) : code === current
  })
}
