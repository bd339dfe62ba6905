// The tables of what rates of transfers need, and of the cost of a second home.
import { capacityBasis, capacityHead, capacityRows, homesRows } from "#app/facts/capacity.ts";
import { FactTable } from "./fact-tables.tsx";

const rowsOf = (rows: readonly (readonly string[])[]) => rows.map((cells) => ({ cells: [...cells] }));

export function CapacityTable() {
  return (
    <FactTable label="What a rate needs" head={capacityHead} rows={rowsOf(capacityRows)} numbersFrom={1} />
  );
}

export function CapacityBasisTable() {
  return <FactTable label="Basis of the table" head={["What", "Basis"]} rows={rowsOf(capacityBasis)} />;
}

/** Compares a payment with one home and at the second of two. */
export function HomesCostTable() {
  const head = ["Per payment", "One home", "Second of two homes", "Ratio"];
  return <FactTable label="Cost of a second home" head={head} rows={rowsOf(homesRows)} numbersFrom={1} />;
}
