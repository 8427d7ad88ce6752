/** All texts of en-US: one chunk. */
export default import.meta.glob<object>(
  [
    './en-US/*.json',
    '!**/{admin,admin-*,auth,devices,funds,invitations,legal,notices,order,profile,proof,rates,security,upload,wallet}.json',
  ],
  {
    eager: true,
    import: 'default',
  },
)
