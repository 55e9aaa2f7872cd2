/** The colours of the first mover's wins, the second's, and ties. */
export const PART_COLOURS = ["var(--ink)", "var(--edge)", "var(--o)"] as const;
