/** Pages of the docs as modules; `scripts/markdown.ts` makes them. */
declare module "*.md" {
  export const title: string;
  export const summary: string;
  export const html: string;
}
