/** All texts of es-ES: one chunk. */
export default import.meta.glob<object>(
  [
    './es-ES/*.json',
    '!**/{admin,admin-*,auth,devices,funds,invitations,legal,notices,order,profile,proof,rates,security,upload,wallet}.json',
  ],
  {
    eager: true,
    import: 'default',
  },
)
