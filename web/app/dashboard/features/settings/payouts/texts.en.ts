export default {
  title: "Payout settings",
  lead: "Defaults for every payout of this merchant. In live, looser settings wait for another person; stricter ones apply at once.",
  payouts: "Payouts",
  payoutsOn: "Send payouts",
  payoutsOnHint:
    "When off, nothing is sent and new payouts are refused. An Owner can switch live payouts on again at once, other members with a second person. Payouts that your account manager switched off stay off until they switch them on.",
  queuing: "Low balance",
  queuingOn: "Queue payouts until money arrives",
  queuingOnHint: "When off, a payout that exceeds the balance fails immediately.",
  queuingHours: "Maximum queuing time (hours)",
  queuingHoursHint:
    "1 to 240 hours (10 days). The usual limit is 96. Payouts already queued keep their limit.",
  beneficiaries: "Beneficiaries",
  accountOnce: "One beneficiary per bank account",
  accountOnceHint: "Refuses a second beneficiary with the same account number and IFSC.",
  waiting: "Cooling-off period for new beneficiaries (minutes)",
  waitingHint: "0 means they can be paid immediately. Up to 1,440 (one day).",
  phone: "Payouts to phone numbers",
  checkName: "Require a name match",
  checkNameHint: "Pays only on a direct or good partial match with the bank's record.",
  wait: "API response time",
  waitAbout:
    "A synchronous transfer waits up to {seconds|# second|# seconds} for the bank before it returns “pending”. Your operator can change this.",
  save: "Save",
  saved: "Saved",
  savedWaits: "Saved. Changes that need approval are waiting.",
  changeWaits: "A change waits",
} as const;
