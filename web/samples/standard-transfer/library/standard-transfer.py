import os
from vitaran import Client

vitaran = Client(
    base_url=os.environ["VITARAN"],
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
)
bene_id = os.environ.get("BENE_ID", "ravi_traders")
transfer_id = os.environ.get("TRANSFER_ID", "inv_2042")

# 1. Once for each payee.
print(vitaran.beneficiaries.create(
    bene_id=bene_id, name="Ravi Traders",
    email="accounts@ravi.example", phone="9876543210", address1="Sector 44, Gurgaon",
    bank_account=os.environ.get("BANK_ACCOUNT", "026291800001191"), ifsc="YESB0000262",
))

# 2. For each payment.
print(vitaran.transfers.create(
    bene_id=bene_id, amount="1250.00", transfer_id=transfer_id, transfer_mode="banktransfer",
))

# 3. Whenever you want to know.
print(vitaran.transfers.get(transfer_id=transfer_id))
