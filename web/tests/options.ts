/** The options of players, as the server describes them. */

import type { OptionDescribed } from "../src/api/types";

/** Return an option that is left at a default, or is limited in some way. */
export function option(
  name: string,
  usual: OptionDescribed["default"],
  some: Partial<OptionDescribed> = {},
): OptionDescribed {
  return { name, default: usual, help: "", type: "", allowed: "", choices: [], minimum: null, maximum: null, ...some };
}
