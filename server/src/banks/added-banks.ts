/** Banks that an operator has added to a protocol, as this process has learnt of them from the database. */
import type { Rail } from "#rails";
import type { StatementKind } from "./account-statement.ts";
import type { Capabilities } from "./adapter.ts";

export interface AddedBank {
  readonly bankId: string;
  /** Name of the adapter that speaks its protocol. */
  readonly adapter: string;
  readonly name: string;
  readonly ifscCode: string | null;
  readonly capabilities: Capabilities;
}

/** What can be said of an added bank: the rest of its capabilities follows from the protocol. */
export interface StoredCapabilities {
  readonly rails: readonly Rail[];
  readonly idempotentByReference: boolean;
  readonly canVoid: boolean;
  readonly callbacks: boolean;
  /** The account statements that it gives when it is asked; absent: none. */
  readonly statements?: readonly StatementKind[];
  /** As `Capabilities.reversalDays`. */
  readonly reversalDays?: number;
  /** Its own ceilings (paise, as decimal text). */
  readonly maxPaise: Readonly<Partial<Record<Rail, string>>>;
}

interface Learnt {
  readonly bank: AddedBank;
  readonly version: number;
}

const learnt = new Map<string, Learnt>();

/** Takes note of an added bank; of an older version than is known nothing is taken. */
export function learnBank(
  { capabilities, ...bank }: Omit<AddedBank, "capabilities"> & { capabilities: StoredCapabilities },
  version: number,
): void {
  const known = learnt.get(bank.bankId);
  if (known !== undefined && known.version >= version) return;
  const { maxPaise, ...abilities } = capabilities;
  const ceilings = Object.entries(maxPaise).map(([rail, paise]) => [rail, BigInt(paise)] as const);
  const full: Capabilities = {
    ...abilities,
    maxPaise: Object.fromEntries(ceilings),
    verifies: [],
    timeoutMs: TIMEOUT_MS,
  };
  learnt.set(bank.bankId, { bank: { ...bank, capabilities: full }, version });
}

/** The longest that the protocol waits for an answer. */
const TIMEOUT_MS = 30_000;

/** An added bank by its id; undefined when there is none. */
export function addedBank(bankId: string): AddedBank | undefined {
  return learnt.get(bankId)?.bank;
}
