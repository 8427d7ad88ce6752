/** All texts of fr-FR: one chunk. */
export default import.meta.glob<object>(
  ['./fr-FR/*.json', '!**/{auth,funds,invitations,legal,profile,proof,security,wallet}.json'],
  {
    eager: true,
    import: 'default',
  },
)
