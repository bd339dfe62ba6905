// Tables of the engine's own lists: the recipients of each e-mail, the permissions of each role, the columns of each
// file.
import { CATEGORY_LIST, FORMAT_NAMES, FORMATS, ROLES_WITH } from "#app/facts/from-the-engine.ts";
import type { FormatName } from "#app/facts/from-the-engine.ts";
import { moves } from "#app/facts/status-moves.ts";
import { storedRefusals } from "#app/facts/stored-refusals.ts";
import { FactTable } from "./fact-tables.tsx";

/** Shows every move between statuses that a caller can see. */
export function MoveTable() {
  const rows = moves.map(({ from, to, label }) => ({
    cells: [<code>{from}</code>, <code>{to}</code>, label],
  }));
  return <FactTable label="Transitions between statuses" head={["From", "To", "When"]} rows={rows} />;
}

/** Shows the errors that store the transfer anyway and use up its ID. */
export function StoredRefusalTable() {
  const rows = storedRefusals.map(({ message, codes, status, remedy }) => ({
    cells: [message, codes, <code>{status}</code>, remedy],
  }));
  return (
    <FactTable
      label="Errors that use up the ID"
      head={["message", "subCode", "Stored as", "What to do"]}
      rows={rows}
    />
  );
}

export function CategoryTable() {
  const rows = CATEGORY_LIST.map(({ category, name, description }) => ({
    id: `category-${category}`,
    cells: [name, description, <code>{category}</code>],
  }));
  return (
    <FactTable label="Categories of e-mail" head={["Category", "E-mails about", "In the API"]} rows={rows} />
  );
}

type Permission = keyof typeof ROLES_WITH;

const permissionWords: Record<Permission, string> = {
  access_transfers: "Access Transfers",
  initiate_quick_transfer: "Initiate Quick Transfer",
  initiate_bulk_transfer: "Initiate Bulk Transfer",
  approve_quick_transfer: "Approve Quick Transfer",
  approve_bulk_transfer: "Approve Bulk Transfer",
  manage_beneficiaries: "Manage Beneficiaries",
  reveal_account_numbers: "Reveal Account Numbers",
  export_data: "Export Data",
  manage_fund_sources: "Manage Fund Sources",
  manage_keys: "Manage API Keys",
  manage_webhooks: "Manage Webhooks",
  manage_limits: "Manage Limits",
  manage_settings: "Manage Settings",
  manage_policies: "Manage Approval Policies",
  manage_members: "Manage Members",
  view_audit_log: "View Audit Log",
  approve_changes: "Approve Changes",
  own_organization: "Own the Organization",
};

const roles = [
  ["owner", "Owner"],
  ["admin", "Admin"],
  ["initiator", "Initiator"],
  ["approver", "Approver"],
  ["developer", "Developer"],
  ["viewer", "Viewer"],
] as const;

export function PermissionTable() {
  const mark = (has: boolean) => (has ? "yes" : "no");
  const rows = Object.entries<readonly string[]>(ROLES_WITH).map(([permission, has]) => ({
    cells: [permissionWords[permission as Permission], ...roles.map(([role]) => mark(has.includes(role)))],
  }));
  return (
    <FactTable
      label="Permissions by role"
      head={["Permission", ...roles.map(([, name]) => name)]}
      rows={rows}
    />
  );
}

const formatWords: Record<FormatName, string> = {
  BENEFICIARY_ID: "transfers to stored beneficiaries",
  BANK_ACCOUNT: "transfers to bank accounts",
  UPI: "transfers to UPI IDs",
  PAYTM: "transfers to Paytm wallets",
  AMAZONPAY: "transfers to Amazon Pay wallets",
  CARD: "transfers to cards, by token",
  BENEFICIARIES: "beneficiaries to add; nothing is paid",
};

/** Shows the columns of each template and marks the optional ones. */
export function TemplateTable() {
  const rows = FORMAT_NAMES.map((name) => {
    const { columns, needed } = FORMATS[name];
    const written = columns.map((column) => (needed.includes(column) ? column : `${column} (optional)`));
    return { id: `template-${name}`, cells: [<code>{name}</code>, formatWords[name], written.join(", ")] };
  });
  return <FactTable label="Templates" head={["Format", "A row is", "Columns"]} rows={rows} />;
}
