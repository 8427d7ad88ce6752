/** All texts of de-DE: one chunk. */
export default import.meta.glob<object>(
  [
    './de-DE/*.json',
    '!**/{admin,admin-*,auth,devices,funds,invitations,legal,notices,order,profile,proof,rates,security,upload,wallet}.json',
  ],
  {
    eager: true,
    import: 'default',
  },
)
