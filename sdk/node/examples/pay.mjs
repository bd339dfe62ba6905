// Pays, and does the right thing when no answer comes: CLIENT_ID=... CLIENT_SECRET=... node pay.mjs inv_2041
import { createClient, OutcomeUnknownError } from "@vitaran/node";

const vitaran = createClient({
  baseUrl: process.env.VITARAN ?? "http://localhost:8080",
  clientId: process.env.CLIENT_ID,
  clientSecret: process.env.CLIENT_SECRET,
});

const transferId = process.argv[2] ?? "inv_2041";
try {
  const paid = await vitaran.transfers.createDirect({
    transferId,
    amount: "1243.50",
    transferMode: "imps",
    beneDetails: {
      name: "Asha Rao",
      email: "asha@rao.example",
      phone: "9876543210",
      bankAccount: "026291800001191",
      ifsc: "YESB0000262",
      address1: "Sector 44",
    },
  });
  console.log(paid.status, paid.utr);
} catch (error) {
  if (!(error instanceof OutcomeUnknownError)) throw error;
  // Not failed: the same id says how it stands.
  const { status } = await vitaran.transfers.get({ transferId });
  console.log(status);
}
