export default {
  heldTitle: "Held after a restore: {banks}",
  heldWhy:
    "The database was restored to {time}. The bank may have made payments since then that are no longer known here, so nothing is sent to it until its statements are in.",
  heldMeanwhile:
    "In the meantime, payments use your other banks or wait. This ends by itself once the statements are in:",
  heldStatements: "see which are missing",
  heldEnd: "If a bank gives no statements, ask your operator to end the hold with {command}.",
} as const;
