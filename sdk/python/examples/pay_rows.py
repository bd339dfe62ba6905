"""Pays rows as one batch, once their sum is what was meant: python pay_rows.py salaries_2026_11"""

import os
import sys
from decimal import Decimal
from typing import List

from vitaran import BatchRow, Client, Paise, sum_of_rows

vitaran = Client(
    base_url=os.environ.get("VITARAN", "http://localhost:8080"),
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
)

batch_transfer_id = sys.argv[1] if len(sys.argv) > 1 else "salaries_2026_11"
rows: List[BatchRow] = [
    {
        "transfer_id": f"{batch_transfer_id}_1",
        "amount": Decimal("45000.00"),
        "vpa": "success@upi",
        "name": "Asha Rao",
        "email": "asha@rao.example",
        "phone": "9876543210",
    },
    {
        "transfer_id": f"{batch_transfer_id}_2",
        "amount": Paise(3_825_050),
        "vpa": "asha@upi",
        "name": "Asha Rao",
        "email": "asha@rao.example",
        "phone": "9876543210",
    },
]
if sum_of_rows(rows) != "83250.50":
    raise SystemExit("The rows are not what was meant")
vitaran.batches.create_from_rows(batch_transfer_id=batch_transfer_id, rows=rows)
for transfer in vitaran.batches.get(batch_transfer_id=batch_transfer_id).transfers:
    print(transfer.transfer_id, transfer.status)
