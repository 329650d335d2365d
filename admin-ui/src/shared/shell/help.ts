import { WEB_CODES } from '../constants'

/** Which software each manual is about, by web code; null: about the portal itself. */
const MANUALS = {
  helpCommon: null,
  helpAccount: WEB_CODES.account,
  helpEDC: WEB_CODES.edc,
  helpRTSM: WEB_CODES.rtsm,
  helpCTMS: WEB_CODES.ctms,
  helpETMF: WEB_CODES.etmf,
} as const

/** A manual; its page is at the address of this name. */
export type HelpPage = keyof typeof MANUALS

/** Every manual, in the order of the help menu. */
export const HELP_PAGES = Object.keys(MANUALS) as readonly HelpPage[]

/**
 * The manuals to offer: the general one always; one about a software when that is the current one
 * or, when none is current, when the user has it. Software is given by web code.
 */
export function helpPages(current: string | null, owned: readonly string[]): HelpPage[] {
  return HELP_PAGES.filter((page) => {
    const code = MANUALS[page]
    if (code === null) return true
    return current === null ? owned.includes(code) : code === current
  })
}
