/** The pages of the docs that the site shows: the dossiers of the museum, and what is proved. */

import * as results from "../../docs/results.md";

/** A dossier of the museum. */
export interface Dossier {
  /** The player's name. */
  readonly name: string;
  readonly title: string;
  /** How the dossier begins, in plain text. */
  readonly summary: string;
  readonly html: string;
}

interface Page {
  readonly title: string;
  readonly summary: string;
  readonly html: string;
}

const pages = import.meta.glob<Page>("../../docs/historic/*.md", { eager: true });

/** All dossiers, by name. */
export const DOSSIERS: readonly Dossier[] = Object.entries(pages).map(([path, { title, summary, html }]) => ({
  name: path.replace(/^.*\/|\.md$/g, ""),
  title,
  summary,
  html,
}));

/** What is proved, and how to check it. */
export const RESULTS: Page = results;
