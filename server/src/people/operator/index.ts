/** Reads who runs this installation and where merchants reach them. Pages, answers and contracts show it. */
import { isIP } from "node:net";
import { ConfigError } from "#lib/config";

export interface Operator {
  /** The address for questions, also in the answers of the API. */
  readonly email: string;
  /** The postal address, on one line. */
  readonly address: string;
  /** The e-mail address of the account manager. */
  readonly accountManager: string;
  /** The address of the support form, which begins with `https:`. Null if that is the page Contact Us. */
  readonly supportForm: string | null;
  /** The networks or addresses that webhooks come from. Both lists are empty if nothing is published. */
  readonly webhookAddresses: { readonly test: readonly string[]; readonly live: readonly string[] };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** These values are in the built pages; the server replaces them there. */
export const DEFAULT_EMAIL = "support@vitaran.example";
export const DEFAULT_ADDRESS = "Vitaran, Sector 44, Gurgaon, Haryana 122003, India";

let known: Operator | undefined;

/** Returns the settings of this process. Throws `ConfigError` for the first bad one. */
export function operatorOfProcess(): Operator {
  return (known ??= readOperator(process.env));
}

/** Reads and checks the settings; throws `ConfigError` for the first bad one. */
export function readOperator(environment: Environment): Operator {
  const email = readEmail(environment, "OPERATOR_EMAIL") ?? senderOf(environment.SMTP_FROM) ?? DEFAULT_EMAIL;
  return {
    email,
    address: readAddress(environment.OPERATOR_ADDRESS),
    accountManager: readEmail(environment, "ACCOUNT_MANAGER") ?? email,
    supportForm: readSupportForm(environment.SUPPORT_FORM_URL),
    webhookAddresses: {
      test: readNetworks(environment, "WEBHOOK_ADDRESSES_TEST"),
      live: readNetworks(environment, "WEBHOOK_ADDRESSES_LIVE"),
    },
  };
}

/** The value stands in pages and answers as it is, so it contains nothing that HTML or JSON would escape. */
const EMAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;

function readEmail(environment: Environment, name: "OPERATOR_EMAIL" | "ACCOUNT_MANAGER"): string | null {
  const text = environment[name]?.trim();
  if (text === undefined || text === "") return null;
  if (!EMAIL.test(text)) throw new ConfigError(name, "must be one e-mail address");
  return text;
}

/** Returns the address of the sender of e-mails, without the name before it. */
function senderOf(sender: string | undefined): string | null {
  const address = sender === undefined ? "" : (/<([^<>]+)>/.exec(sender)?.[1] ?? sender);
  return EMAIL.test(address) ? address : null;
}

function readAddress(text: string | undefined): string {
  const address = text?.trim() || DEFAULT_ADDRESS;
  if (/[\p{Cc}<>"\\]/u.test(address))
    throw new ConfigError("OPERATOR_ADDRESS", 'must be one line without <, >, " and \\');
  return address;
}

function readSupportForm(text: string | undefined): string | null {
  if (text === undefined || text === "") return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== "https:")
    throw new ConfigError("SUPPORT_FORM_URL", "must be an address that begins with https://");
  return url.href;
}

function readNetworks(
  environment: Environment,
  name: "WEBHOOK_ADDRESSES_TEST" | "WEBHOOK_ADDRESSES_LIVE",
): string[] {
  const networks = (environment[name] ?? "").split(",").flatMap((part) => part.trim() || []);
  const bad = networks.find(
    (network) => !/^[^/%]+(?:\/\d{1,3})?$/.test(network) || !isIP(network.split("/")[0]!),
  );
  if (bad !== undefined)
    throw new ConfigError(name, `"${bad}" is no IP address and no network such as 10.0.0.0/8`);
  return networks;
}
