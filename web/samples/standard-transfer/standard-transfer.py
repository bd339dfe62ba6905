import json, os
from urllib.request import Request, urlopen

bene_id = os.environ.get("BENE_ID", "ravi_traders")
transfer_id = os.environ.get("TRANSFER_ID", "inv_2042")

def call(method, path, headers, body=None):
    data = None if body is None else json.dumps(body).encode()
    return json.load(urlopen(Request(os.environ["VITARAN"] + path, data, headers, method=method)))

token = call("POST", "/payout/v1/authorize", {
    "X-Client-Id": os.environ["CLIENT_ID"],
    "X-Client-Secret": os.environ["CLIENT_SECRET"],
})["data"]["token"]
headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

# 1. Once for each payee.
print(call("POST", "/payout/v1/addBeneficiary", headers, {
    "beneId": bene_id, "name": "Ravi Traders",
    "email": "accounts@ravi.example", "phone": "9876543210", "address1": "Sector 44, Gurgaon",
    "bankAccount": os.environ.get("BANK_ACCOUNT", "026291800001191"), "ifsc": "YESB0000262",
}))

# 2. For each payment.
print(call("POST", "/payout/v1/requestTransfer", headers, {
    "beneId": bene_id, "amount": "1250.00", "transferId": transfer_id, "transferMode": "banktransfer",
}))

# 3. Whenever you want to know.
print(call("GET", f"/payout/v1.2/getTransferStatus?transferId={transfer_id}", headers))
