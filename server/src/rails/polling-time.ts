/** Enquiries end this long after sending; an outcome that is still unknown then needs a person. */
export const POLLING_MS = 72 * 3_600_000;
