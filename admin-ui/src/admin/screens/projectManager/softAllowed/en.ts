/** What the screen says in English. */
export const en = {
  'study-software': {
    fields: {
      tenantUrlId: 'Domain',
      roleApiRequest: 'Request address of the role API',
      roleApiResponse: 'Callback address of the role API',
    },
    search: 'Name or code of a study',
    study: 'Study',
    system: 'System',
    empty: 'There are no studies.',
    configure: 'Configure',
    configure_of: 'Configure %{name}',
    cancel: 'Cancel configuration',
    cancel_of: 'Cancel the configuration of %{name}',
    no_domain: 'The tenant has no domain of this system yet.',
  },
}
