import os
from vitaran import Client

vitaran = Client(
    base_url=os.environ["VITARAN"],
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
)
batch_id = os.environ.get("BATCH_ID", "salaries_11")

print(vitaran.batches.create_from_rows(
    batch_transfer_id=batch_id,
    rows=[
        {
            "transfer_id": f"{batch_id}_1", "amount": "64250.00", "phone": "9876543210",
            "bank_account": "026291800001191", "ifsc": "YESB0000262",
            "email": "accounts@ravi.example", "name": "Ravi Traders",
        },
        {
            "transfer_id": f"{batch_id}_2", "amount": "58900.00", "phone": "9876543211",
            "bank_account": "00011020001772", "ifsc": "HDFC0000001",
            "email": "office@meera.example", "name": "Meera Works",
        },
    ],
))
print(vitaran.batches.get(batch_transfer_id=batch_id))
