// Pays rows as one batch, once their sum is what was meant: node pay-rows.mjs salaries_2026_11
import { createClient, sumOfRows } from "@vitaran/node";

const vitaran = createClient({
  baseUrl: process.env.VITARAN ?? "http://localhost:8080",
  clientId: process.env.CLIENT_ID,
  clientSecret: process.env.CLIENT_SECRET,
});

const batchTransferId = process.argv[2] ?? "salaries_2026_11";
const contact = { email: "payee@example.com", phone: "9876543210" };
const rows = [
  {
    transferId: `${batchTransferId}_1`,
    amount: "45000.00",
    vpa: "success@upi",
    name: "Asha Rao",
    ...contact,
  },
  { transferId: `${batchTransferId}_2`, amount: 3_825_050n, vpa: "asha@upi", name: "Asha Rao", ...contact },
];
if (sumOfRows(rows) !== "83250.50") throw new Error("The rows are not what was meant");
await vitaran.batches.createFromRows({ batchTransferId, rows });
const { transfers } = await vitaran.batches.get({ batchTransferId });
for (const { transferId, status } of transfers) console.log(transferId, status);
