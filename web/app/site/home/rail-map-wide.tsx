// The map from left to right, for wide screens.
import type { Way } from "./live/way-of.ts";
import { heldIn } from "./live/way-of.ts";
import { balances, LIVE_RAIL, mapInWords, payees, payments, rails, strokes } from "./rail-lines.ts";
import type { RailName } from "./rail-lines.ts";

interface Line {
  path: string;
  label: { x: number; y: number };
  stations: readonly number[];
  /** The vertical position of its stations. */
  y: number;
  end: number;
}

const lines: Readonly<Record<RailName, Line>> = {
  NEFT: {
    path: "M120 190H220L280 60H880L960 100",
    label: { x: 330, y: 48 },
    stations: [470, 640],
    y: 60,
    end: 100,
  },
  RTGS: {
    path: "M120 200H300L345 120H900L960 155",
    label: { x: 380, y: 108 },
    stations: [560, 700],
    y: 120,
    end: 155,
  },
  IMPS: {
    path: "M120 210H470M560 210H960",
    label: { x: 330, y: 198 },
    stations: [680, 800],
    y: 210,
    end: 210,
  },
  UPI: {
    path: "M120 220H300L350 300H900L960 265",
    label: { x: 400, y: 288 },
    stations: [520, 690],
    y: 300,
    end: 265,
  },
  Cards: {
    path: "M120 230H220L290 360H900L960 320",
    label: { x: 330, y: 348 },
    stations: [560, 760],
    y: 360,
    end: 320,
  },
};

/** The line of a payout that needs no way around. */
const straight = "M120 210H960";

const small = { strokeWidth: 5, paintOrder: "stroke" };
const label = { ...small, className: "fill-ink text-14 font-semibold stroke-bg" };

interface Live {
  way: Way | undefined;
}

function Wallet({ way }: Live) {
  return (
    <g>
      <rect x="96" y="176" width="40" height="68" rx="20" className="fill-bg stroke-ink" strokeWidth="3" />
      <text x="86" y="270" {...label}>
        Your wallet
      </text>
      {way && (
        <text x="86" y="290" {...small} className="fill-ink stroke-bg text-13 tabular-nums">
          {way.held}{" "}
          <tspan x="86" dy="17">
            {heldIn(way)}
          </tspan>
        </text>
      )}
      {!way &&
        balances.map((balance, at) => (
          <text
            key={balance}
            x="86"
            y="290"
            {...small}
            className={`balance-${at} fill-ink stroke-bg text-14 tabular-nums`}
          >
            {balance}
          </text>
        ))}
    </g>
  );
}

interface DetourProps {
  down: string;
  by: string;
  isExample?: boolean;
}

/** Draws the gap in the IMPS line and the payment that goes around it. */
function Detour({ down, by, isExample = false }: DetourProps) {
  return (
    <g className={isExample ? "comes later" : undefined}>
      <path
        d="M478 202l14 16M492 202l-14 16M538 202l14 16M552 202l-14 16"
        className="stroke-margin"
        strokeWidth="3"
      />
      <path
        d="M430 210C450 210 452 254 474 254H556C578 254 580 210 600 210"
        className="stroke-ink"
        strokeWidth="3"
        strokeDasharray="7 5"
        fill="none"
      />
      <text x="515" y="194" textAnchor="middle" className="fill-margin text-13 font-semibold">
        {down}
      </text>
      <text x="515" y="273" textAnchor="middle" {...label}>
        {by}
      </text>
    </g>
  );
}

/** Draws the bank of a visitor's payout as a station of the line. */
function Bank({ way }: { way: Way }) {
  return (
    <g>
      <circle
        cx="515"
        cy="210"
        r="7"
        strokeWidth="2.5"
        className={`fill-bg ${way.isSilent ? "stroke-margin" : "stroke-ink"}`}
      />
      <text x="515" y="242" textAnchor="middle" {...label}>
        {way.bank}
      </text>
      {way.isSilent && (
        <text
          x="515"
          y="194"
          textAnchor="middle"
          {...small}
          className="fill-margin stroke-bg text-13 font-semibold"
        >
          no answer
        </text>
      )}
    </g>
  );
}

function End({ rail, way }: { rail: RailName } & Live) {
  const { end } = lines[rail];
  const at = payments.findIndex((payment) => payment.rail === rail);
  return (
    <g className={way ? undefined : "comes"}>
      <circle cx="960" cy={end} r="9" className="fill-ink" />
      <text x="978" y={end + 5} {...label}>
        {way && rail === LIVE_RAIL ? "Your payee" : payees[rail]}
      </text>
      {way && rail === LIVE_RAIL && (way.at === "payee" || way.isUnpaid) && (
        <text
          x="978"
          y={end + 23}
          {...small}
          className={`${way.isUnpaid ? "fill-bad" : "fill-ok"} stroke-bg text-13 font-semibold tabular-nums`}
        >
          {way.isUnpaid ? "not paid" : `+${way.amount}`}
        </text>
      )}
      {!way && at >= 0 && (
        <text
          x="978"
          y={end + 23}
          {...small}
          className={`paid-${at} fill-ok stroke-bg text-13 font-semibold tabular-nums`}
        >
          +{payments[at]?.amount}
        </text>
      )}
    </g>
  );
}

export function RailMapWide({ way }: Live) {
  return (
    <svg
      viewBox="70 24 1000 360"
      role="img"
      className="block h-auto w-full max-md:hidden"
      aria-label={way?.words ?? mapInWords}
    >
      {[60, 110, 160, 210, 260, 310, 360].map((y) => (
        <path key={y} d={`M70 ${y}H1070`} className="stroke-line" />
      ))}
      <path d="M70.5 24V384" className="stroke-margin" />
      {rails.map((rail) => (
        <path
          key={rail}
          d={way && !way.down && rail === LIVE_RAIL ? straight : lines[rail].path}
          pathLength="1"
          fill="none"
          strokeWidth="6"
          strokeLinejoin="round"
          className={
            way ? `${strokes[rail]} ${rail === LIVE_RAIL ? "" : "opacity-30"}` : `draws ${strokes[rail]}`
          }
        />
      ))}
      {way?.down !== undefined && <Detour down={`${way.down} down`} by={`by ${way.bank}`} />}
      {!way && <Detour down="bank down" by="routed by another bank" isExample />}
      {rails.map((rail) => (
        <g key={rail} className={way ? undefined : "comes"}>
          {lines[rail].stations.map((x) => (
            <circle
              key={x}
              cx={x}
              cy={lines[rail].y}
              r="6"
              strokeWidth="2.5"
              className="fill-bg stroke-ink"
            />
          ))}
          <text {...lines[rail].label} {...label}>
            {rail === "Cards" ? "Cards and wallets" : rail}
          </text>
        </g>
      ))}
      {rails.map((rail) => (
        <End key={rail} rail={rail} way={way} />
      ))}
      <Wallet way={way} />
      {way && way.down === undefined && <Bank way={way} />}
      {way && (
        <circle
          r="8"
          strokeWidth="3"
          data-at={way.at}
          className={`payout fill-primary stroke-bg ${way.down === undefined ? "wide-straight" : "wide-1"}`}
        />
      )}
      {!way &&
        payments.map(({ rail }, at) => (
          <circle key={rail} r="8" strokeWidth="3" className={`travels wide-${at} fill-primary stroke-bg`} />
        ))}
    </svg>
  );
}
