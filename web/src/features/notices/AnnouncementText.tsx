import './announcements.css'

/** What the operator wrote: paragraphs apart by an empty line, nothing in it is markup. */
export function AnnouncementText({ text }: { text: string }) {
  const paragraphs = text.split(/\n\s*\n/).map((each) => each.trim())
  return (
    <div className="an-text" dir="auto">
      {paragraphs.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of one text stay where they are.
        <p key={at}>{each}</p>
      ))}
    </div>
  )
}
