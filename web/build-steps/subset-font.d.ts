declare module "subset-font" {
  interface Options {
    targetFormat: "woff2" | "truetype";
    noHinting?: boolean;
    noLayoutClosure?: boolean;
    keepFeatures?: string[];
    variationAxes?: Record<string, number | { min: number; max: number }>;
  }
  export default function subsetFont(source: Buffer, text: string, options: Options): Promise<Buffer>;
}
