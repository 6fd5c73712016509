/** What somebody typed, where a call takes a number or one of a few words: the endpoint's schema judges it, and says what to enter. */
export const asTyped = <Value>(typed: Value | string | null): Value => typed as Value
