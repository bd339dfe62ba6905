import json, os
from urllib.request import Request, urlopen

def post(path, headers, body=None):
    data = json.dumps(body or {}).encode()
    return json.load(urlopen(Request(os.environ["VITARAN"] + path, data, headers)))

token = post("/payout/v1/authorize", {
    "X-Client-Id": os.environ["CLIENT_ID"],
    "X-Client-Secret": os.environ["CLIENT_SECRET"],
})["data"]["token"]

transfer = post(
    "/payout/v1.2/directTransfer",
    {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    {
        "amount": "1250.00",
        "transferId": os.environ.get("TRANSFER_ID", "inv_2041"),
        "transferMode": "imps",
        "remarks": "Invoice 2041",
        "beneDetails": {
            "name": "Ravi Traders",
            "email": "accounts@ravi.example",
            "phone": "9876543210",
            "bankAccount": "026291800001191",
            "ifsc": "YESB0000262",
            "address1": "Sector 44, Gurgaon",
        },
    },
)
print(transfer["status"], transfer["subCode"], transfer["message"])
print(transfer.get("data"))
