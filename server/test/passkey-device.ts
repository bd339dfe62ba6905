/** A browser with a passkey, for tests without a browser: it makes and signs the data of WebAuthn, with a P-256 key. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();
const encoded = (data: Buffer | string): string => Buffer.from(data).toString("base64url");

/** The user is present and verified; when a key is made, its data follows. */
const FLAGS = { signed: 0x05, made: 0x45 };

interface PasskeyDevice {
  register(options: PublicKeyCredentialCreationOptionsJSON): RegistrationResponseJSON;
  answer(options: PublicKeyCredentialRequestOptionsJSON): AuthenticationResponseJSON;
}

/** Makes a device that holds one passkey of `origin`. */
export function makePasskeyDevice({ rpId, origin }: { rpId: string; origin: string }): PasskeyDevice {
  const id = randomBytes(16);
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  let counter = 0;
  const clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authData = (flags: number, extra = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE((counter += 1));
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, extra]);
  };
  return {
    register({ challenge }) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = authData(FLAGS.made, Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]));
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText("fmt"),
        cborText("none"),
        cborText("attStmt"),
        Buffer.from([0xa0]),
        cborText("authData"),
        cborBytes(data),
      ]);
      const response = {
        clientDataJSON: encoded(clientData("webauthn.create", challenge)),
        attestationObject: encoded(attestation),
        transports: ["internal" as const],
      };
      return {
        id: encoded(id),
        rawId: encoded(id),
        type: "public-key",
        response,
        clientExtensionResults: {},
      };
    },
    answer({ challenge }) {
      const [client, data] = [clientData("webauthn.get", challenge), authData(FLAGS.signed)];
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: encoded(client),
        authenticatorData: encoded(data),
        signature: encoded(signature),
      };
      return {
        id: encoded(id),
        rawId: encoded(id),
        type: "public-key",
        response,
        clientExtensionResults: {},
      };
    },
  };
}

/** The COSE key {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}. */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: "jwk" });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x!, "base64url")),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y!, "base64url")),
  ]);
}

const cborText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
}
