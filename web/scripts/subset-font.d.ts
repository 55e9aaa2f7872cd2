/** What `scripts/font.ts` uses of subset-font, which has no types. */
declare module "subset-font" {
  interface Options {
    readonly targetFormat: "woff2";
    readonly variationAxes?: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
    readonly keepFeatures?: readonly string[];
    readonly noHinting?: boolean;
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
