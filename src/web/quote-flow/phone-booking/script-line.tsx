/** Script that the office reads out to the caller. */
export const Say = ({ children }: { children: string }) => (
  <p className="lh-14 banner tone-good p-3-4 r-small num">
    <small className="block-box t-xs muted">Say</small>“{children}”
  </p>
)
