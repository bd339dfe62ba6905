/** Formats 9750 hundredths of a percent as "97.5". */
export function percentOf(basisPoints: number): string {
  return String(Math.round(basisPoints / 10) / 10);
}
