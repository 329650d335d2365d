/**
 * Takes the place of what libraries bring and the console never calls: react-admin's tables, as the server writes files,
 * and Material's themes of CSS variables, beside the themes that the console has.
 */
export default function unused(): never {
  throw new Error('the console is built without this')
}
export { unused as CssVarsProvider }
