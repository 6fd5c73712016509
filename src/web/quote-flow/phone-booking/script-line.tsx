/** What is read out to whoever is calling. */
export const Say = ({ children }: { children: string }) => (
  <p className="say-this num">
    <small>Say</small>“{children}”
  </p>
)
