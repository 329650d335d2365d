/** What the screen says, and what its records are called, in English. */
export const en = {
  departments: {
    add: 'Add department',
    add_below: 'Add below',
    add_below_of: 'Add a department below %{name}',
    edit: 'Edit',
    edit_of: 'Edit %{name}',
    empty: 'This tenant has no departments yet.',
    fields: {
      departmentName: 'Department name',
    },
    need_name: 'Please enter the department name',
  },
}
