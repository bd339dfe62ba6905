// Written from contract/openapi-dashboard.json by `npm run write-contract`; not edited by hand.

export interface OperationShape {
  readonly method: string;
  readonly path: string;
  readonly query?: readonly string[];
  readonly sends?: "file";
  readonly answers?: "file";
}

export const operations = {
  getSession: { method: "GET", path: "/session" },
} as const satisfies Record<string, OperationShape>;

/** What a member must be allowed to do to call an operation; operations that all may call are not there. */
export const permissionOf = {
} as const;

export interface Inputs {
  getSession: {  };
}

export interface Outputs {
  getSession: { readonly memberId: string; readonly name: string; readonly email: string; readonly emailProved: boolean; readonly role: string | null; readonly permissions: readonly (string)[]; readonly organization: { readonly organizationId: string; readonly name: string; readonly endsAt: string | null; }; readonly merchants: readonly ({ readonly merchantId: string; readonly name: string; readonly mode: "sandbox" | "live"; })[]; readonly secondFactor: boolean; readonly provedAt: string; readonly endsAt: string; };
}
