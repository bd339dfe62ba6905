import { createClient } from "@vitaran/node";

const vitaran = createClient({
  baseUrl: process.env.VITARAN,
  clientId: process.env.CLIENT_ID,
  clientSecret: process.env.CLIENT_SECRET,
});

const transfer = await vitaran.transfers.createDirect({
  amount: "1250.00",
  transferId: process.env.TRANSFER_ID ?? "inv_2041",
  transferMode: "imps",
  remarks: "Invoice 2041",
  beneDetails: {
    name: "Ravi Traders",
    email: "accounts@ravi.example",
    phone: "9876543210",
    bankAccount: "026291800001191",
    ifsc: "YESB0000262",
    address1: "Sector 44, Gurgaon",
  },
});
console.log(transfer.status, transfer.subCode, transfer.message, transfer.utr);
