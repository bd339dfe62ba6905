/** The rule by which every masked account number shows its end. */

/**
 * Returns how many of its last characters a masked number shows: four. A short one, of eight characters or fewer,
 * shows a third, rounded down, but at least one. SQL has it as `beneficiaries.shown_end`.
 */
export const shownOf = ({ length }: { readonly length: number }): number =>
  length <= 8 ? Math.max(1, Math.floor(length / 3)) : 4;

/** Returns the end of an account number that is shown. */
export const endOf = (number: string): string => number.slice(-shownOf(number));
