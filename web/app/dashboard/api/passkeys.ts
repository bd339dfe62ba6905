// Passkeys of this browser: the library is fetched when the first one is asked for.
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { Inputs, Outputs } from "./operations.ts";

type Question = Outputs["askForPasskey"]["options"];
type NewKey = Outputs["startPasskey"]["options"];

/** Has a passkey sign what the server asked. Rejects when the member gives none. */
export async function signWithPasskey(options: Question): Promise<Inputs["logInWithPasskey"]["response"]> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON });
}

/** Has the browser make a passkey. Rejects when the member does not want one, or has one here already. */
export async function makePasskey(options: NewKey): Promise<Inputs["addPasskey"]["response"]> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  return startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON });
}

/** Whether this page may ask for passkeys at all: over HTTPS and on localhost. */
export const hasPasskeys = (): boolean => "PublicKeyCredential" in window;
