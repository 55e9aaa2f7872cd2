import type { Rule } from "eslint";

export const stateInEffect: Rule.RuleModule;
