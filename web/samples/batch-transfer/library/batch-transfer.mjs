import { createClient } from "@vitaran/node";

const vitaran = createClient({
  baseUrl: process.env.VITARAN,
  clientId: process.env.CLIENT_ID,
  clientSecret: process.env.CLIENT_SECRET,
});
const { BATCH_ID = "salaries_11" } = process.env;

console.log(await vitaran.batches.createFromRows({
  batchTransferId: BATCH_ID,
  rows: [
    {
      transferId: `${BATCH_ID}_1`, amount: "64250.00", phone: "9876543210",
      bankAccount: "026291800001191", ifsc: "YESB0000262",
      email: "accounts@ravi.example", name: "Ravi Traders",
    },
    {
      transferId: `${BATCH_ID}_2`, amount: "58900.00", phone: "9876543211",
      bankAccount: "00011020001772", ifsc: "HDFC0000001",
      email: "office@meera.example", name: "Meera Works",
    },
  ],
}));
console.log(await vitaran.batches.get({ batchTransferId: BATCH_ID }));
