/** All texts of fr-FR: one chunk. */
export default import.meta.glob<object>(
  [
    './fr-FR/*.json',
    '!**/{admin,admin-*,auth,devices,funds,invitations,legal,notices,order,profile,proof,rates,security,upload,wallet}.json',
  ],
  {
    eager: true,
    import: 'default',
  },
)
