// The dashboard's icons: 20 units, one stroke width, no fills.
const paths = {
  menu: "M3 5h14M3 10h14M3 15h14",
  close: "M5 5l10 10M15 5L5 15",
  search: "M9 3a6 6 0 1 1 0 12A6 6 0 0 1 9 3zM13.5 13.5L17 17",
  refresh: "M16 10a6 6 0 1 1-1.8-4.3M16 3v3.5h-3.5",
  chevron: "M7 4l6 6-6 6",
  down: "M4 7l6 6 6-6",
  up: "M4 13l6-6 6 6",
  back: "M13 4l-6 6 6 6",
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  check: "M4 10.5l4 4 8-9",
  more: "M4 10a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0M9.5 10a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0M15 10a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0",
  copy: "M7 7h9v9H7zM13 7V4H4v9h3",
  download: "M10 3v10M5.5 9l4.5 4.5L14.5 9M4 17h12",
  upload: "M10 13V3M5.5 7.5L10 3l4.5 4.5M4 17h12",
  filter: "M3 5h14M6 10h8M8.5 15h3",
  columns: "M3 4h14v12H3zM8 4v12M12.5 4v12",
  eye: "M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10zM10 7.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
  clock: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM10 6v4l3 2",
  calendar: "M3 5h14v12H3zM3 8.5h14M7 3v3M13 3v3",
  info: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM10 9v4.5M10 6.5h.01",
  warning: "M10 3l8 14H2zM10 8v4M10 14.5h.01",
  help: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM8 8a2 2 0 1 1 2.6 1.9c-.4.2-.6.5-.6 1.1M10 13.8h.01",
  lock: "M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 6 0V9",
  external: "M8 4H4v12h12v-4M11 4h5v5M16 4l-7 7",
  summary: "M3 16h14M5 16v-5M9 16V5M13 16V8",
  transfers: "M3 7h13M12 3l4 4-4 4M17 13H4M8 9l-4 4 4 4",
  people:
    "M7.5 4a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM3 16c0-3 2-4.5 4.5-4.5S12 13 12 16M13 5a2.3 2.3 0 0 1 0 4.4M14 11.7c2 .3 3.2 1.8 3.2 4.3",
  wallet: "M3 6h12a2 2 0 0 1 2 2v8H4a1 1 0 0 1-1-1zM3 6l9-3v3M13.5 12h.01",
  link: "M8 12l4-4M9 6l1.5-1.5a3.2 3.2 0 0 1 4.5 4.5L13.5 10.5M11 14l-1.5 1.5A3.2 3.2 0 0 1 5 11L6.5 9.5",
  handshake: "M3 6l4-1 3 2 3-2 4 1v6l-2 1-4 3-5-4-3-1zM10 7L7.5 9.5c1 1 2.5.8 3.5-.5l4 4",
  report: "M5 3h7l3 3v11H5zM12 3v3h3M8 10h4M8 13h4",
  code: "M7 6l-4 4 4 4M13 6l4 4-4 4M11 4L9 16",
  settings: "M3 6h8M15 6h2M13 4v4M3 14h2M9 14h8M7 12v4",
  person: "M10 4a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM4 17c0-3.5 2.6-5 6-5s6 1.5 6 5",
  approve: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM6.8 10.2l2.2 2.2 4.2-4.6",
  batch: "M4 6l6-3 6 3-6 3zM4 10l6 3 6-3M4 14l6 3 6-3",
  reversed: "M8 4L4 8l4 4M4 8h8a4 4 0 0 1 0 8H9",
  collapse: "M12 5l-5 5 5 5M16 4v12",
  expand: "M8 5l5 5-5 5M4 4v12",
  keyboard: "M2.5 6h15v8h-15zM5.5 9h.01M8.5 9h.01M11.5 9h.01M14.5 9h.01M7 11.5h6",
  logOut: "M8 4H4v12h4M12 6.5l4 3.5-4 3.5M16 10H8",
  bolt: "M11 3L5 11h4l-1 6 6-8h-4z",
  star: "M10 3.5l2 4.2 4.5.6-3.3 3.2.8 4.5-4-2.2-4 2.2.8-4.5L3.5 8.3 8 7.7z",
  trash: "M4 6h12M8 6V4h4v2M6 6l.7 10h6.6L14 6",
  edit: "M4 16l1-4 8-8 3 3-8 8z",
} as const;

export type IconName = keyof typeof paths;

interface IconProps {
  name: IconName;
  className?: string | undefined;
  size?: number;
}

export function Icon({ name, className, size = 20 }: IconProps) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      aria-hidden="true"
      className={`shrink-0 ${className ?? ""}`}
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
