/**
 * Takes the place of what libraries bring and the console never calls: react-admin's tables in files, as the server writes
 * those; its own removing of rows, as each list says what may be done with several; and Material's themes of CSS variables,
 * beside the themes that the console has.
 */
export default function unused(): never {
  throw new Error('the console is built without this')
}
export {
  unused as BulkActionsToolbar,
  unused as BulkDeleteButton,
  unused as ColumnsSelectorItem,
  unused as CssVarsProvider,
}
