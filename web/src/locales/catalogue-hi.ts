/** All texts of hi-IN: one chunk. */
export default import.meta.glob<object>(
  [
    './hi-IN/*.json',
    '!**/{admin,admin-*,auth,devices,funds,invitations,legal,notices,order,profile,proof,rates,security,upload,wallet}.json',
  ],
  {
    eager: true,
    import: 'default',
  },
)
