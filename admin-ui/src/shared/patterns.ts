/**
 * The generic patterns of mobiles and codes (specification, portal and sign-in, section 5). The server has the same in
 * `core/src/kernel/patterns.rs`, and a test there compares them.
 */

/** Mainland mobile: 1, then 3 to 9, then 9 digits. */
export const MOBILE = /^1[3-9][0-9]{9}$/
/** General phone: 5 to 20 of digits, plus, dash, space; a plus stands first, at least 5 of them are digits. */
export const PHONE = /^(?=.{5,20}$)[+]?[- ]*[0-9](?:[- ]*[0-9]){4,}[- ]*$/
/** Numeric code of 4 to 6 digits, or up to 8 while codes are longer than usual. */
export const NUMERIC_CODE = /^[0-9]{4,8}$/
/** Alphanumeric code of 4 to 6. */
export const ALPHANUMERIC_CODE = /^[A-Za-z0-9]{4,6}$/
