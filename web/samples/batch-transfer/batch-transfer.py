import json, os
from urllib.request import Request, urlopen

batch_id = os.environ.get("BATCH_ID", "salaries_11")

def call(method, path, headers, body=None):
    data = None if body is None else json.dumps(body).encode()
    return json.load(urlopen(Request(os.environ["VITARAN"] + path, data, headers, method=method)))

token = call("POST", "/payout/v1/authorize", {
    "X-Client-Id": os.environ["CLIENT_ID"],
    "X-Client-Secret": os.environ["CLIENT_SECRET"],
})["data"]["token"]
headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

print(call("POST", "/payout/v1/requestBatchTransfer", headers, {
    "batchTransferId": batch_id,
    "batchFormat": "BANK_ACCOUNT",
    "deleteBene": 1,
    "batch": [
        {
            "transferId": f"{batch_id}_1", "amount": "64250.00", "phone": "9876543210",
            "bankAccount": "026291800001191", "ifsc": "YESB0000262",
            "email": "accounts@ravi.example", "name": "Ravi Traders",
        },
        {
            "transferId": f"{batch_id}_2", "amount": "58900.00", "phone": "9876543211",
            "bankAccount": "00011020001772", "ifsc": "HDFC0000001",
            "email": "office@meera.example", "name": "Meera Works",
        },
    ],
}))
print(call("GET", f"/payout/v1/getBatchTransferStatus?batchTransferId={batch_id}", headers))
