// The band of proof says what is measured and tested, where a reader can check it, and what was never tried.
import type { ReactNode } from "react";
import { figures } from "#app/facts/figures.ts";
import { loads, machine, measuredOf, short } from "#app/facts/measured.ts";
import { proof } from "#app/facts/proof.ts";

const number = (value: number) => value.toLocaleString("en-IN");
const fastest = loads.toSorted((a, b) => b.perSecond.median - a.perSecond.median)[0]!;
const file = measuredOf("10,000 rows in a .csv file, 50 ms bank");

const command = (text: string) => <code className="font-mono text-14 text-ink">{text}</code>;

const proofs: { figure: string; what: ReactNode }[] = [
  {
    figure: `${number(proof.processKills)} processes`,
    what: (
      <>
        of the server are ended at random, most of them with {command("kill -9")}, while payouts are under
        way. PostgreSQL is killed {number(proof.databaseKills)} times. {command("npm run faults")} fails if
        one accepted payout is lost or one payee is paid twice.
      </>
    ),
  },
  {
    figure: `${number(proof.monthTransfers)} payouts`,
    what: `in a simulated month of bank outages. The run fails if fewer than ${figures.successGoal} are paid, or if its books differ from those of the banks.`,
  },
  {
    figure: `${number(proof.plantedBugs)} bugs`,
    what: "that would cost money are planted in the code, one at a time. A test must find each, for the right reason.",
  },
  {
    figure: `${short(fastest.perSecond.median)} a second`,
    what: (
      <>
        payouts on {machine.cores} processor cores, database included, with a simulated bank that answers at
        once.{" "}
        <a className="text-link underline underline-offset-4" href="/payout/performance">
          How it was measured
        </a>
      </>
    ),
  },
  {
    figure: `${short(file.value)} seconds`,
    what: `for a file of ${figures.fileRows} payouts, from the upload to the last outcome, with a bank that takes 50 ms for each.`,
  },
  {
    figure: "Every backup",
    what: (
      <>
        can be tried out at once: {command("backup --drill")} restores it into a temporary database, compares
        every row and checks the books.
      </>
    ),
  },
];

export function Proof() {
  return (
    <div className="mt-14 border-t border-line pt-10">
      <h3 className="text-26">Tested by breaking it</h3>
      <dl className="mt-6 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {proofs.map(({ figure, what }) => (
          <div key={figure}>
            <dt className="font-display text-26 font-semibold text-primary">{figure}</dt>
            <dd className="mt-1 text-14 text-ink-2">{what}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-10 rounded-card bg-warn-bg px-5 py-4 text-warn">
        <strong className="font-semibold">Not yet run with a real bank.</strong> All of this was tested with
        simulated banks. RazorpayX and Cashfree Payouts were never called, and power cuts were not tested.
        Begin with small amounts:{" "}
        <a className="underline underline-offset-4" href="/payout/integrations/go-live#what-was-never-tried">
          what is untested
        </a>
        .
      </p>
    </div>
  );
}
