/** Script that the office reads out to the caller. */
export const Say = ({ children }: { children: string }) => (
  <p className="say-this p-3-4 r-small num">
    <small className="block-box t-xs muted">Say</small>“{children}”
  </p>
)
