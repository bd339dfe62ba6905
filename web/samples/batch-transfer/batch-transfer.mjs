const { VITARAN, CLIENT_ID, CLIENT_SECRET, BATCH_ID = "salaries_11" } = process.env;

async function call(method, path, headers, body) {
  const request = { method, headers, body: body && JSON.stringify(body) };
  return (await fetch(VITARAN + path, request)).json();
}

const { data } = await call("POST", "/payout/v1/authorize", {
  "X-Client-Id": CLIENT_ID,
  "X-Client-Secret": CLIENT_SECRET,
});
const headers = {
  Authorization: `Bearer ${data.token}`,
  "Content-Type": "application/json",
};

console.log(await call("POST", "/payout/v1/requestBatchTransfer", headers, {
  batchTransferId: BATCH_ID,
  batchFormat: "BANK_ACCOUNT",
  deleteBene: 1,
  batch: [
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
const question = `/payout/v1/getBatchTransferStatus?batchTransferId=${BATCH_ID}`;
console.log(JSON.stringify(await call("GET", question, headers), null, 2));
