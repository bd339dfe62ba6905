const { VITARAN, CLIENT_ID, CLIENT_SECRET, TRANSFER_ID = "inv_2041" } = process.env;

async function post(path, headers, body) {
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  return (await fetch(VITARAN + path, request)).json();
}

const { data } = await post("/payout/v1/authorize", {
  "X-Client-Id": CLIENT_ID,
  "X-Client-Secret": CLIENT_SECRET,
});

const transfer = await post(
  "/payout/v1.2/directTransfer",
  { Authorization: `Bearer ${data.token}`, "Content-Type": "application/json" },
  {
    amount: "1250.00",
    transferId: TRANSFER_ID,
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
  },
);
console.log(transfer.status, transfer.subCode, transfer.message, transfer.data);
