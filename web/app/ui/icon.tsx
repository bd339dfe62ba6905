// Our own icons: 20 units, one stroke width, no fills.
const paths = {
  menu: "M3 5h14M3 10h14M3 15h14",
  close: "M5 5l10 10M15 5L5 15",
  search: "M9 3a6 6 0 1 1 0 12A6 6 0 0 1 9 3zM13.5 13.5L17 17",
  refresh: "M16 10a6 6 0 1 1-1.8-4.3M16 3v3.5h-3.5",
  chevron: "M7 4l6 6-6 6",
  up: "M10 16V4M5 9l5-5 5 5",
  clock: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM10 6v4l3 2",
  route: "M3 5h4c4 0 2 10 6 10h4M3 15h4c1.5 0 2.2-1.2 2.7-3M12 7.5c.4-1.5 1-2.5 2-2.5h3",
  hub: "M10 7.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM10 7.5V3M10 17v-4.5M7.5 10H3M17 10h-4.5",
  celebration:
    "M3 17l3.5-9.5L12.5 13.5zM12 7c.5-1.5.3-3-.5-4M15 10c1-.6 2-.8 3-.5M14 6l1.5-1.5M17.5 3v.01M8 3v.01M17.5 13.5v.01",
  theme: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM10 3v14M12.5 4v12M15 6v8",
  dial: "M4 15a7 7 0 1 1 12 0M10 11l3.5-4",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      aria-hidden="true"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  );
}
