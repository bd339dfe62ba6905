import os
from vitaran import Client

vitaran = Client(
    base_url=os.environ["VITARAN"],
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
)

transfer = vitaran.transfers.create_direct(
    amount="1250.00",
    transfer_id=os.environ.get("TRANSFER_ID", "inv_2041"),
    transfer_mode="imps",
    remarks="Invoice 2041",
    bene_details={
        "name": "Ravi Traders",
        "email": "accounts@ravi.example",
        "phone": "9876543210",
        "bank_account": "026291800001191",
        "ifsc": "YESB0000262",
        "address1": "Sector 44, Gurgaon",
    },
)
print(transfer.status, transfer.sub_code, transfer.message, transfer.utr)
