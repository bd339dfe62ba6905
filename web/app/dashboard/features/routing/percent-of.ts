/** "97.5" of 9750 hundredths of a percent. */
export function percentOf(basisPoints: number): string {
  return String(Math.round(basisPoints / 10) / 10);
}
