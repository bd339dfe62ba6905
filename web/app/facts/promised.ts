/** The promises of the published contract that no table of the engine decides. They are written only here. */
export const promised = {
  /** The bank that took the money of a failed transfer returns it within this time. */
  failedReturn: "24 hours",
  /** The median time of a synchronous call. */
  responseTime: "2 to 5 seconds",
  /** Some banks set this lower limit for UPI. */
  upiBankLimit: "₹10,000",
  /** Nearly all statement lines are matched within this time. */
  matchTime: "5 minutes",
} as const;
