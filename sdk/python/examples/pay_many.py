"""Pays many at once with asyncio, each under its own id: python pay_many.py refunds_17"""

import asyncio
import os
import sys

from vitaran import AsyncClient, OutcomeUnknownError


async def pay(vitaran: AsyncClient, transfer_id: str, amount: str) -> str:
    """The transfer's status, whatever became of the answer."""
    try:
        paid = await vitaran.transfers.create_direct(
            transfer_id=transfer_id,
            amount=amount,
            transfer_mode="upi",
            bene_details={
                "name": "Asha Rao",
                "email": "asha@rao.example",
                "phone": "9876543210",
                "vpa": "success@upi",
                "address1": "Sector 44",
            },
        )
        return paid.status
    except OutcomeUnknownError:
        # Not failed: the same id says how it stands.
        return (await vitaran.transfers.get(transfer_id=transfer_id)).status


async def main(prefix: str) -> None:
    amounts = ["10.00", "20.50", "30.75"]
    async with AsyncClient(
        base_url=os.environ.get("VITARAN", "http://localhost:8080"),
        client_id=os.environ["CLIENT_ID"],
        client_secret=os.environ["CLIENT_SECRET"],
    ) as vitaran:
        paying = (pay(vitaran, f"{prefix}_{number}", amount) for number, amount in enumerate(amounts))
        print(*await asyncio.gather(*paying))


asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "refunds_17"))
