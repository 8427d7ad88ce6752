/** All texts of ar-AR: one chunk. */
export default import.meta.glob<object>(
  [
    './ar-AR/*.json',
    '!**/{admin,admin-*,auth,devices,funds,invitations,legal,notices,order,profile,proof,rates,security,upload,wallet}.json',
  ],
  {
    eager: true,
    import: 'default',
  },
)
