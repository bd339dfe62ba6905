export default {
  heldTitle: "Held after a restore: {banks}",
  heldWhy:
    "The database was restored to {time}. The bank may have made payments since then that are no longer known here, so nothing is sent to it before its statements have told.",
  heldMeanwhile:
    "Meanwhile payments go by your other banks, or wait. It ends by itself once the statements are in:",
  heldStatements: "see which are missing",
  heldEnd: "If a bank gives no statements, ask your operator to end the hold with {command}.",
} as const;
