// The behaviour of the simulated banks, read from the simulator itself.
import {
  BANKS,
  GOOD_PAYEES,
  INVALID,
  magicValuesOf,
  matchNames,
  NAMED_PAYEES,
  PHONE_WITHOUT_VPA,
  SCENARIOS,
  STRANGER,
  UNAVAILABLE,
  valuesOfNamed,
} from "#app/facts/from-the-engine.ts";
import { nameMatches } from "#app/facts/name-match.ts";
import { sandboxControls } from "#app/facts/sandbox-controls.ts";
import { FactTable } from "./fact-tables.tsx";

const head = ["What happens", "UPI ID", "Bank account", "Phone", "Amount"];

const lines = (values: readonly string[]) => values.map((value) => <div key={value}>{value}</div>);

export function MagicTable() {
  const good = [
    "succeeds, like all other accounts and UPI IDs",
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

/** The name that is compared with the names of these payees. */
const given = "Asha Rao";

/** Shows one payee for each outcome of a name match. */
export function NamedPayeeTable() {
  const rows = NAMED_PAYEES.map(({ id, name }) => {
    const { account, vpa, phone } = valuesOfNamed(id);
    const match = nameMatches.find(({ word }) => word === matchNames(given, name).outcome.toUpperCase());
    const outcome = `${match?.outcome}, ${match?.score}: ${match?.paid ? "paid" : "not paid"}`;
    return { id: `magic-${id}`, cells: [phone, name, outcome, vpa, account] };
  });
  return (
    <FactTable
      label={`Payees to compare with ${given}`}
      head={["Phone", "Name at the bank", `Compared with ${given}`, "UPI ID", "Bank account"]}
      rows={rows}
    />
  );
}

/** Shows the payees that a verification does not find under their own name. */
export function VerificationTable() {
  const rows = SCENARIOS.flatMap((scenario) => {
    const { accounts, vpas, phone } = magicValuesOf(scenario);
    const invalid = INVALID[scenario.id];
    if (UNAVAILABLE[scenario.id] !== undefined) {
      return [{ cells: ["cannot verify now; retry later", lines(vpas), lines(accounts), phone] }];
    }
    if (scenario.id === "name-differs") {
      return [{ cells: [`another name, ${STRANGER}`, lines(vpas), lines(accounts), phone] }];
    }
    if (invalid === undefined) return [];
    const ofVpa = invalid.vpa === undefined ? "" : lines(vpas);
    const ofAccount = invalid.account === undefined ? "" : lines(accounts);
    const ofPhone = phone === PHONE_WITHOUT_VPA ? `${phone}, linked to no UPI ID` : "";
    return [{ cells: [scenario.about, ofVpa, ofAccount, ofPhone] }];
  });
  const head = ["Result", "UPI ID", "Bank account", "Phone"];
  return <FactTable label="Verifications" head={head} rows={rows} />;
}

/** Writes JSON on one line that can break between its parts. */
const written = (body: object) =>
  JSON.stringify(body, null, 1)
    .replaceAll(/\n\s*/g, " ")
    .replaceAll(/([[{]) | ([\]}])/g, "$1$2");

/** Shows every control of the sandbox, with a body that can be sent unchanged. */
export function ControlTable() {
  const rows = sandboxControls.map(({ method, path, body, more, about }) => ({
    cells: [
      <>
        <code className="breaks">{`${method} /sandbox${path}`}</code>
        <div>{about}</div>
        {body !== undefined && (
          <div>
            Body: <code className="breaks">{written(body)}</code>
          </div>
        )}
        {more !== undefined && <div>{more}</div>}
      </>,
    ],
  }));
  return <FactTable label="Controls" head={["Call and effect"]} rows={rows} />;
}

export function BankTable() {
  const rows = BANKS.map((bank) => ({ cells: [bank.name, bank.rails.join(", "), bank.about] }));
  return <FactTable label="Simulated banks" head={["Bank", "Rails", "Behaviour"]} rows={rows} />;
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
