"""Pays, and does the right thing when no answer comes: CLIENT_ID=... CLIENT_SECRET=... python pay.py inv_2041"""

import os
import sys

from vitaran import Client, OutcomeUnknownError

vitaran = Client(
    base_url=os.environ.get("VITARAN", "http://localhost:8080"),
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
)

transfer_id = sys.argv[1] if len(sys.argv) > 1 else "inv_2041"
try:
    paid = vitaran.transfers.create_direct(
        transfer_id=transfer_id,
        amount="1243.50",
        transfer_mode="imps",
        bene_details={
            "name": "Asha Rao",
            "email": "asha@rao.example",
            "phone": "9876543210",
            "bank_account": "026291800001191",
            "ifsc": "YESB0000262",
            "address1": "Sector 44",
        },
    )
    print(paid.status, paid.utr)
except OutcomeUnknownError:
    # Not failed: the same id says how it stands.
    print(vitaran.transfers.get(transfer_id=transfer_id).status)
