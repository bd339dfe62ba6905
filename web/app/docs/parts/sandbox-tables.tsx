// What the simulated banks do, read from the simulator itself.
import { BANKS, GOOD_PAYEES, magicValuesOf, SCENARIOS } from "#app/facts/from-the-engine.ts";
import { FactTable } from "./fact-tables.tsx";

const head = ["What happens", "UPI ID", "Bank account", "Phone", "Amount"];

const lines = (values: readonly string[]) => values.map((value) => <div key={value}>{value}</div>);

export function MagicTable() {
  const good = [
    "succeeds, like everything not listed",
    lines(GOOD_PAYEES.filter((payee) => payee.includes("@"))),
    lines(GOOD_PAYEES.filter((payee) => !payee.includes("@"))),
    "any",
    "any",
  ];
  const rows = SCENARIOS.map((scenario) => {
    const { accounts, vpas, phone, amounts } = magicValuesOf(scenario);
    return {
      id: `magic-${scenario.id}`,
      cells: [scenario.about, lines(vpas), lines(accounts), phone, lines(amounts)],
    };
  });
  return (
    <FactTable
      label="Values that cause a result"
      head={head}
      rows={[{ id: "magic-success", cells: good }, ...rows]}
    />
  );
}

export function BankTable() {
  const rows = BANKS.map((bank) => ({ cells: [bank.name, bank.rails.join(", "), bank.about] }));
  return <FactTable label="Simulated banks" head={["Bank", "Rails", "Manner"]} rows={rows} />;
}

export function BankNames() {
  return (
    <ul>
      {BANKS.map((bank) => (
        <li key={bank.id}>{bank.name}</li>
      ))}
    </ul>
  );
}
