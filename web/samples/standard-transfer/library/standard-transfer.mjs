import { createClient } from "@vitaran/node";

const vitaran = createClient({
  baseUrl: process.env.VITARAN,
  clientId: process.env.CLIENT_ID,
  clientSecret: process.env.CLIENT_SECRET,
});
const { BENE_ID = "ravi_traders", TRANSFER_ID = "inv_2042" } = process.env;
const { BANK_ACCOUNT = "026291800001191" } = process.env;

// 1. Once for each payee.
console.log(await vitaran.beneficiaries.create({
  beneId: BENE_ID, name: "Ravi Traders",
  email: "accounts@ravi.example", phone: "9876543210", address1: "Sector 44, Gurgaon",
  bankAccount: BANK_ACCOUNT, ifsc: "YESB0000262",
}));

// 2. For each payment.
console.log(await vitaran.transfers.create({
  beneId: BENE_ID, amount: "1250.00",
  transferId: TRANSFER_ID, transferMode: "banktransfer",
}));

// 3. Whenever you want to know.
console.log(await vitaran.transfers.get({ transferId: TRANSFER_ID }));
