export default {
  heldTitle: "Held after a restore: {banks}",
  heldWhy:
    "The database was restored to {time}. The bank may have made payments since then that are no longer known here, so no payment is sent until its statements are in.",
  heldMeanwhile:
    "Until then all payments wait. Another bank could make them, but this one may have made them already. This ends by itself once the statements are in:",
  heldStatements: "see which are missing",
  heldEnd: "If a bank gives no statements, ask your operator to end the hold with {command}.",
} as const;
