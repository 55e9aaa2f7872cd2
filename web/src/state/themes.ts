/** The themes: "system" is light or dark as the system is; styles know the others by name. */
export const THEMES = ["system", "light", "dark", "wood", "contrast"] as const;
export type Theme = (typeof THEMES)[number];
