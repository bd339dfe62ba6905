/** A merchant's program that calls API and sandbox, and accepts any answer. */
import assert from "node:assert/strict";
import { isOfV2 } from "#api";
import type { Simulator } from "../simulator.ts";
import type { World } from "../world.ts";

export interface Stage {
  readonly world: World;
  readonly simulator: Simulator;
  /** The address of API and sandbox. */
  readonly address: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** Calls as one merchant; paths begin at the root. */
export type Call = (
  method: string,
  path: string,
  asked?: { query?: object; body?: unknown; text?: string; headers?: object },
) => Promise<Answer>;

/** The credentials of a merchant's program. */
interface Credentials {
  readonly token: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Makes a caller with a token, and for the v2 API with client ID and secret. */
export function makeCaller(address: string, { token, clientId, clientSecret }: Credentials): Call {
  const ofV2 = { "x-client-id": clientId, "x-client-secret": clientSecret };
  return async (method, path, { query = {}, body, text, headers = {} } = {}) => {
    const url = new URL(address + path);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(url, {
      method,
      headers: { ...(isOfV2(path) ? ofV2 : { authorization: `Bearer ${token}` }), ...headers },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const heard = await response.text();
    const isJson = heard.startsWith("{");
    return {
      status: response.status,
      text: heard,
      json: isJson ? (JSON.parse(heard) as Answer["json"]) : {},
    };
  };
}

/** Returns an answer that must be a success. */
export async function ok(answering: Promise<Answer>): Promise<Answer> {
  const answer = await answering;
  assert.ok(answer.status < 300, `${answer.status} ${answer.text}`);
  return answer;
}

/** Returns the data of an answer of the API. */
export const dataOf = ({ json }: Answer): Record<string, unknown> => json.data as Record<string, unknown>;
