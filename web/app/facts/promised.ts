/** What the published contract promises, and no table of the engine decides: written here and nowhere else. */
export const promised = {
  /** The bank that took the money of a failed transfer gives it back within this time. */
  failedReturn: "24 hours",
  /** Median of a synchronous call. */
  responseTime: "2 to 5 seconds",
  /** Where banks set a lower limit of their own for UPI. */
  upiBankLimit: "₹10,000",
  /** In which nearly all lines of statements are matched. */
  matchTime: "5 minutes",
} as const;
