/** Takes the place of react-admin's choice of columns, which each table has although the console has its own. */
export const ColumnsSelector = () => null
