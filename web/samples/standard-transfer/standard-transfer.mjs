const { VITARAN, CLIENT_ID, CLIENT_SECRET } = process.env;
const { BENE_ID = "ravi_traders", TRANSFER_ID = "inv_2042" } = process.env;
const { BANK_ACCOUNT = "026291800001191" } = process.env;

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

// 1. Once for each payee.
console.log(await call("POST", "/payout/v1/addBeneficiary", headers, {
  beneId: BENE_ID, name: "Ravi Traders",
  email: "accounts@ravi.example", phone: "9876543210", address1: "Sector 44, Gurgaon",
  bankAccount: BANK_ACCOUNT, ifsc: "YESB0000262",
}));

// 2. For each payment.
console.log(await call("POST", "/payout/v1/requestTransfer", headers, {
  beneId: BENE_ID, amount: "1250.00",
  transferId: TRANSFER_ID, transferMode: "banktransfer",
}));

// 3. Whenever you want to know.
const question = `/payout/v1.2/getTransferStatus?transferId=${TRANSFER_ID}`;
console.log(await call("GET", question, headers));
