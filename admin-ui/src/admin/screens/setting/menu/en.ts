/** What the screen says, and what its records are called, in English. */
export const en = {
  menus: {
    add: 'Add group',
    add_below: 'Add below',
    add_below_of: 'Add a menu below %{name}',
    closed: 'Closed',
    edit: 'Edit',
    edit_of: 'Edit %{name}',
    fields: {
      description: 'Description',
      icon: 'Icon',
      name: 'Name',
      nameEn: 'English name',
      parentId: 'Parent menu',
      resourceType: 'For',
      seq: 'Sort',
      status: 'Status',
      url: 'Request address',
    },
    need_name: 'Please enter the menu name',
    need_number: 'Please enter a number',
    open: 'Open',
    system: 'System roles',
    tenant: 'Tenant roles',
    top: 'None: a group',
  },
}
