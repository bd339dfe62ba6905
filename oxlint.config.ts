/** Lint rules. The walls between modules come from boundaries.js. */
import { readdirSync } from "node:fs";
import { BOUNDARIES, TEST_FILES } from "./boundaries.js";

const NO_WAY_OUT = "Import another module by its name (#ledger), a file of this one by its relative path.";
/** A file that lies in a module itself reaches no other file of the module by going up. */
const UPWARDS = { group: ["../**"], message: NO_WAY_OUT };
/** A file in a folder of a module may go up to the module, but no further. */
const OUT_OF_MODULE = { group: ["../../**"], message: NO_WAY_OUT };

/** A module's own row: `#lib/*`, itself, and what the table allows. */
function wallOf(module: string, allowed: readonly string[], { inFolders }: { inFolders: boolean }) {
  const names = [module, ...allowed];
  const open = names.flatMap((name) => [`!#${name}`, `!#${name}/*`]);
  return {
    files: [inFolders ? `server/src/*/${module}/*/**` : `server/src/*/${module}/*`],
    excludeFiles: TEST_FILES,
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              group: ["#*", "#*/*", "!#lib", "!#lib/*", ...open],
              message: `${module} may import only: lib${allowed.map((name) => `, ${name}`).join("")} (boundaries.js).`,
            },
            inFolders ? OUT_OF_MODULE : UPWARDS,
          ],
        },
      ],
    },
  };
}

/** Packages know none of the programs that use them. */
const PROGRAMS = ["server", "web", "bank-simulator", "bench", "e2e", "scripts"];
const packagesWall = {
  files: ["packages/**"],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          {
            group: PROGRAMS.flatMap((name) => [`@vitaran/${name}`, `@vitaran/${name}/**`, `**/${name}/**`]),
            message: "A package imports only libraries and other packages, so what it needs is passed in.",
          },
        ],
      },
    ],
  },
};

/** Parts of the dashboard's front, and which of the others each may import; only the shell knows the features. */
const DASHBOARD_FEATURES = readdirSync(new URL("web/app/dashboard/features", import.meta.url));
const FRONT = "web/app/dashboard";

const ENGINE = {
  group: ["**/server/src/**", "@vitaran/server/src/**"],
  message: "The web knows the engine from contract/ only: add what a page shows to scripts/engine-limits.ts.",
};

function frontWall(files: string, groups: readonly string[], message: string) {
  const own = groups.length === 0 ? [] : [{ group: groups, message }];
  return { files: [files], rules: { "no-restricted-imports": ["error", { patterns: [ENGINE, ...own] }] } };
}

const frontWalls = [
  frontWall("web/{app,build-steps}/**", [], ENGINE.message),
  frontWall("web/*.ts", [], ENGINE.message),
  frontWall(
    "web/app/{ui,site,docs,facts}/**",
    ["#dashboard/**", "**/dashboard/**", "@base-ui/**", "@tanstack/**"],
    "Nothing of the dashboard enters what the site and the documentation load.",
  ),
  frontWall(
    `${FRONT}/{api,texts,ui}/**`,
    ["**/shell/**", "**/features/**", "#site/**", "#docs/**"],
    "api, texts and ui know neither the shell nor a feature.",
  ),
  ...DASHBOARD_FEATURES.map((name) =>
    frontWall(
      `${FRONT}/features/${name}/**`,
      [
        "@base-ui/**",
        "#dashboard/features/**",
        `!#dashboard/features/${name}/**`,
        "../*/**",
        "!./**",
        "#site/**",
      ],
      "No feature imports another, or Base UI: what two need belongs to dashboard/ui.",
    ),
  ),
];

export default {
  plugins: ["typescript", "unicorn", "oxc", "import", "promise", "node"],
  categories: { correctness: "error" },
  // Rules that need types take half a minute, so they run in CI: `CI=true npm run check`.
  options: { typeAware: process.env.CI === "true" },
  env: { node: true, es2024: true },
  ignorePatterns: [
    "**/node_modules/**",
    "**/build/**",
    "**/.react-router/**",
    ".data/**",
    // Written from the contract, and as long as that is.
    "sdk/node/src/generated/**",
    "web/app/dashboard/api/operations.ts",
    // Its packages are installed apart, and where they are, their types would reach other scripts.
    "deploy/monitoring/tracing/**",
  ],
  rules: {
    "import/no-cycle": "error",
    "max-lines": ["error", { max: 330, skipBlankLines: true, skipComments: true }],
    "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
    "max-params": ["error", { max: 4 }],
    "no-var": "error",
    "prefer-const": "error",
    eqeqeq: ["error", "always", { null: "ignore" }],
    "typescript/no-explicit-any": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "typescript/await-thenable": "error",
    "typescript/no-non-null-asserted-optional-chain": "error",
    "unicorn/prefer-node-protocol": "error",
    "unicorn/no-new-array": "off",
    // Spreading is how a library is given an option that its types do not know yet.
    "unicorn/no-useless-spread": "off",
    // The compiler says the same, or what they forbid is plain here.
    "typescript/no-base-to-string": "off",
    "typescript/restrict-template-expressions": "off",
    "typescript/unbound-method": "off",
    "typescript/no-misused-spread": "off",
    "typescript/require-array-sort-compare": "off",
    // A scripted promise in a test is a thenable on purpose.
    "unicorn/no-thenable": "off",
  },
  overrides: [
    {
      files: ["server/src/**"],
      rules: { "no-restricted-imports": ["error", { patterns: [OUT_OF_MODULE] }] },
    },
    ...Object.entries<readonly string[]>(BOUNDARIES).flatMap(([module, allowed]) => [
      wallOf(module, allowed, { inFolders: false }),
      wallOf(module, allowed, { inFolders: true }),
    ]),
    packagesWall,
    ...frontWalls,
    // Markup is long without being complicated.
    {
      files: ["web/**/*.tsx"],
      rules: { "max-lines-per-function": ["error", { max: 100, skipBlankLines: true }] },
    },
    // The contract wants a body with GET in one place, and the samples show it.
    { files: ["web/samples/**"], rules: { "unicorn/no-invalid-fetch-options": "off" } },
    // A test is a list of cases, and its file one subject; node:test's test() answers a promise nobody awaits.
    {
      files: TEST_FILES.concat("**/*.test.ts", "**/test/**"),
      rules: { "max-lines-per-function": "off", "typescript/no-floating-promises": "off" },
    },
  ],
};
