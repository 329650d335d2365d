/** What the screen and its records are called in English. */
export const en = {
  users: {
    title: 'Users',
    name: 'user |||| Users',
    empty: 'No users yet',
    invite: 'Users sign in at the portal and open the systems they are authorised for.',
    page: { edit: 'Edit: %{recordRepresentation}' },
    fields: {
      birthday: 'Date of birth',
      cityId: 'City',
      countryId: 'Country',
      email: 'E-mail',
      emailValid: 'E-mail verification',
      fullName: 'Name',
      language: 'Language',
      password: 'Password',
      phone: 'Phone',
      provinceId: 'Province/State',
      remark: 'Remark',
      roleId: 'Role',
      roleName: 'Role',
      sex: 'Sex',
      status: 'Lock status',
      userName: 'User name',
      userType: 'Display',
    },
  },
}
